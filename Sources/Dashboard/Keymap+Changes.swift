import DownloadCore
import Screen

extension Keymap {
    /// A command that shall have other keys, as the configuration says it.
    public struct Change: Sendable, Hashable {
        public var command: String

        /// Each a key, or several with blanks between them that are pressed one after the other.
        public var keys: [String]

        public init(_ command: String, _ keys: [String]) {
            self.command = command
            self.keys = keys
        }
    }

    /// What is wrong with a change.
    public struct Problem: Error, Sendable, Hashable {
        /// The number of the change.
        public var change: Int

        /// The number of the key in it; nil when the command is what is wrong.
        public var key: Int?
        public var text: String
    }

    /// Keys that mean the same everywhere: leaving must be possible whatever the configuration says.
    private static let fixed: [Key] = [.control("c")]

    /// The keys with some commands changed, and what is wrong with the changes; wrong ones change nothing.
    ///
    /// A key that a command is given is taken from the command that had it, unless that is given it as well.
    public func changed(by changes: [Change]) -> (keymap: Keymap, problems: [Problem]) {
        var problems: [Problem] = []
        var owners: [[Key]: (command: Command, change: Int)] = [:]
        var wanted: [Command: [Binding]] = [:]
        for (index, change) in changes.enumerated() {
            guard let command = Command(configurationName: change.command) else {
                problems.append(Problem(change: index, key: nil, text: Keymap.unknown(change.command)))
                continue
            }
            var bindings: [Binding] = []
            for (number, text) in change.keys.enumerated() {
                do throws(KeyProblem) {
                    let keys = try Keymap.keys(text)
                    if let owner = owners[keys], owner.command != command {
                        throw KeyProblem(text: "\(Binding(keys, command).label) is already the key of \(owner.command.configurationName)")
                    }
                    owners[keys] = (command, index)
                    bindings.append(Binding(keys, command))
                } catch {
                    problems.append(Problem(change: index, key: number, text: error.text))
                }
            }
            wanted[command] = bindings
        }
        return (replacing(wanted, taken: Set(owners.keys)), problems)
    }

    private func replacing(_ wanted: [Command: [Binding]], taken: Set<[Key]>) -> Keymap {
        var result: [Binding] = []
        for command in Command.allCases {
            let kept = bindings.filter { $0.command == command && (!taken.contains($0.keys)) }
            guard let new = wanted[command] else {
                result += kept
                continue
            }
            result += new + kept.filter { Keymap.fixed.contains($0.keys[0]) }
        }
        // Help names the commands in the order of the table it was made from.
        let order = Dictionary(bindings.enumerated().map { ($1.command, $0) }) { first, _ in first }
        let places = result.enumerated().sorted { left, right in
            (order[left.element.command] ?? .max, left.offset) < (order[right.element.command] ?? .max, right.offset)
        }
        return Keymap(places.map(\.element))
    }

    /// What of right changes hardly anybody means: a key that is taken from a command which is not named, and one that is never reached.
    public func notes(on changes: [Change]) -> [Problem] {
        let (changed, problems) = changed(by: changes)
        let named = Set(changes.compactMap { Command(configurationName: $0.command) })
        var notes: [Problem] = []
        for (index, change) in changes.enumerated() {
            for (number, text) in change.keys.enumerated() where !problems.contains(where: { ($0.change, $0.key) == (index, number) }) {
                guard let command = Command(configurationName: change.command), let keys = try? Keymap.keys(text) else { continue }
                func note(_ text: String) { notes.append(Problem(change: index, key: number, text: text)) }
                let label = Binding(keys, command).label
                if let owner = bindings.first(where: { $0.keys == keys && $0.command != command })?.command, !named.contains(owner) {
                    let left = changed.labels(of: owner)
                    let rest = left.isEmpty ? "which has no key then" : "which keeps " + left.joined(separator: " and ")
                    note("\(label) is taken from \(owner.configurationName), \(rest)")
                }
                if let shorter = changed.bindings.first(where: { $0.keys.count < keys.count && keys.starts(with: $0.keys) }) {
                    note("\(label) is never reached: \(shorter.label) alone is the key of \(shorter.command.configurationName)")
                }
            }
        }
        return notes
    }

    private struct KeyProblem: Error {
        var text: String
    }

    private static func keys(_ text: String) throws(KeyProblem) -> [Key] {
        let words = text.split(separator: " ")
        guard (1...3).contains(words.count) else {
            throw KeyProblem(text: "expected a key such as \"p\", \"space\", \"^f\", \"Alt-b\", \"PgDn\" or \"F5\"")
        }
        var keys: [Key] = []
        for word in words {
            guard let key = Key(label: word) else {
                throw KeyProblem(
                    text: "there is no key \"\(word.prefix(40))\"; write \"p\", \"space\", \"^f\", \"Alt-b\", \"PgDn\" or \"F5\""
                )
            }
            switch key {
            case .control("s"), .control("q"):
                throw KeyProblem(text: "terminals keep \(key.label) for themselves: they stop and start with it")
            case .control("i"), .control("m"), .control("h"), .control("j"):
                throw KeyProblem(text: "terminals send \(key.label) for Tab, Enter or Backspace; use those names")
            case .control("c"): throw KeyProblem(text: "^c always leaves, or closes a dialog")
            default: keys.append(key)
            }
        }
        return keys
    }

    private static func unknown(_ name: String) -> String {
        let known = Command.allCases.map(\.configurationName)
        let advice =
            NearMiss.best(for: name, among: known).map { "did you mean \($0)?" } ?? "the commands are " + known.joined(separator: ", ")
        return "there is no command \"\(name.prefix(40))\"; " + advice
    }
}

extension Keymap {
    /// The section `[keys]` of the example configuration: every command with the keys it has anyway, as comments.
    public var configuration: String {
        var lines = [
            "", "[keys]",
            "# The keys of the dashboard. A command that is named here has these keys instead of its own; [] takes them away.",
        ]
        for command in Command.allCases {
            let keys = bindings.filter { $0.command == command && !Keymap.fixed.contains($0.keys[0]) }
            let texts = keys.map { "\"" + $0.keys.map(\.label).joined(separator: " ") + "\"" }
            lines.append("# \(command.help).")
            lines.append("# \(command.configurationName) = [\(texts.joined(separator: ", "))]")
        }
        return lines.joined(separator: "\n") + "\n"
    }
}
