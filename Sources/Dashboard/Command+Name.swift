import DownloadCore

extension Command {
    /// The word that the palette knows the command by: `pause-all`.
    public var name: String {
        rawValue.reduce(into: "") { $0 += $1.isUppercase ? "-" + $1.lowercased() : String($1) }
    }

    /// Its name in the configuration: `pause_all`.
    public var configurationName: String {
        rawValue.reduce(into: "") { $0 += $1.isUppercase ? "_" + $1.lowercased() : String($1) }
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
