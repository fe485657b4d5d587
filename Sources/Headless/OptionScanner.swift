import DownloadCore

/// Splits the words of a command into options with their values and operands, as GNU programs do.
struct OptionScanner {
    /// An option as it was given.
    struct Given: Sendable, Hashable {
        var option: CommandOption

        /// As the person wrote it, for messages: `-j` or `--max-concurrent-downloads`.
        var spelling: String
        var value: String
    }

    private(set) var given: [Given] = []
    private(set) var operands: [String] = []

    /// An option whose value has to be the next word.
    private var waiting: (option: CommandOption, spelling: String)?
    private var isBehindEnd = false

    static func scan(_ arguments: some Sequence<String>) throws(UsageError) -> OptionScanner {
        var scanner = OptionScanner()
        for word in arguments { try scanner.take(word) }
        if let waiting = scanner.waiting { throw missingValue(waiting.option, waiting.spelling) }
        return scanner
    }

    private mutating func take(_ word: String) throws(UsageError) {
        if let waiting {
            given.append(Given(option: waiting.option, spelling: waiting.spelling, value: word))
            self.waiting = nil
        } else if isBehindEnd || !word.utf8.starts(with: [0x2D]) || word.utf8.count == 1 {
            operands.append(word)
        } else if word.utf8.elementsEqual([0x2D, 0x2D]) {
            isBehindEnd = true
        } else if word.utf8.starts(with: [0x2D, 0x2D]) {
            try takeLong(word)
        } else {
            try takeShort(word)
        }
    }

    private mutating func takeLong(_ word: String) throws(UsageError) {
        let equals = word.utf8.firstIndex(of: 0x3D)
        let spelling = String(word[..<(equals ?? word.endIndex)])
        let name = String(spelling.dropFirst(2))
        guard let option = OptionTable.option(long: name) else { throw Self.unknownLong(name) }
        let value = equals.map { String(word[word.utf8.index(after: $0)...]) }
        switch (option.argument, value) {
        case (.none, nil): given.append(Given(option: option, spelling: spelling, value: ""))
        case (.none, _?): throw UsageError("\(spelling) takes no value.")
        case (_, let value?): given.append(Given(option: option, spelling: spelling, value: value))
        case (_, nil): waiting = (option, spelling)
        }
    }

    /// `-q`, `-qq`, `-j5`, `-qj5`: letters without a value may stand together, the first with one takes the rest.
    private mutating func takeShort(_ word: String) throws(UsageError) {
        var letters = word.dropFirst()
        while let letter = letters.popFirst() {
            let spelling = "-\(letter)"
            guard let option = OptionTable.option(short: letter) else {
                throw UsageError("There is no option \(spelling.quoted); see haul --help.")
            }
            if option.argument == .none {
                given.append(Given(option: option, spelling: spelling, value: ""))
            } else if letters.isEmpty {
                waiting = (option, spelling)
            } else {
                given.append(Given(option: option, spelling: spelling, value: String(letters)))
                return
            }
        }
    }

    private static func unknownLong(_ name: String) -> UsageError {
        let spelling = "--\(name)".quoted
        guard let near = NearMiss.best(for: name, among: OptionTable.all.map(\.long)) else {
            return UsageError("There is no option \(spelling); see haul --help.")
        }
        return UsageError("There is no option \(spelling); did you mean --\(near)?")
    }

    private static func missingValue(_ option: CommandOption, _ spelling: String) -> UsageError {
        UsageError("\(spelling) needs a value: \(spelling) \(option.argument.name ?? "").")
    }
}
