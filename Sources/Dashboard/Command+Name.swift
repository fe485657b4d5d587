import DownloadCore

extension Command {
    /// The word that the palette knows the command by: `pause-all`.
    public var name: String {
        words(joinedBy: "-")
    }

    /// Its name in the configuration: `pause_all`.
    public var configurationName: String {
        words(joinedBy: "_")
    }

    /// The words of the case's name in small letters; letters of an abbreviation stay together.
    private func words(joinedBy separator: String) -> String {
        let letters = Array(rawValue)
        return letters.indices.reduce(into: "") { text, index in
            let isCapital = letters[index].isUppercase
            let beginsWord =
                isCapital && index > 0 && (!letters[index - 1].isUppercase || letters.dropFirst(index + 1).first?.isLowercase ?? false)
            text += (beginsWord ? separator : "") + letters[index].lowercased()
        }
    }

    /// The command of a name in the configuration.
    public init?(configurationName: String) {
        guard let command = Command.allCases.first(where: { $0.configurationName == configurationName }) else { return nil }
        self = command
    }

    public init?(name: String) {
        guard let command = Command.allCases.first(where: { $0.name == name }) else { return nil }
        self = command
    }

    /// What may follow the name in the palette.
    var argument: String? {
        switch self {
        case .limit, .limitAll: "RATE"
        case .filter, .search, .markText: "TEXT"
        case .sort: Sort.Column.allCases.map(\.rawValue).joined(separator: "|")
        case .add: "URL"
        default: nil
        }
    }

    /// How well a command fits what was typed, the best first; nil when it does not.
    func rank(of text: String) -> Int? {
        let text = text.lowercased()
        if text.isEmpty || name == text { return 0 }
        if name.hasPrefix(text) { return 1 }
        if name.split(separator: "-").contains(where: { $0.hasPrefix(text) }) || label.hasPrefix(text) { return 2 }
        if name.contains(text) || label.contains(text) { return 3 }
        return help.lowercased().contains(text) ? 4 : nil
    }

    /// The commands that fit, the best first.
    static func matching(_ text: String) -> [Command] {
        let ranked = allCases.enumerated().compactMap { index, command in command.rank(of: text).map { ($0, index, command) } }
        return ranked.sorted { ($0.0, $0.1) < ($1.0, $1.1) }.map(\.2)
    }
}
