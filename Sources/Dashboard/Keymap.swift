public import Screen

/// Which keys, alone or one after the other, ask for which command.
public struct Keymap: Sendable, Hashable {
    public struct Binding: Sendable, Hashable {
        public var keys: [Key]
        public var command: Command

        public init(_ keys: [Key], _ command: Command) {
            self.keys = keys
            self.command = command
        }

        /// The keys as help and footer write them.
        public var label: String { keys.map(\.label).joined() }
    }

    public enum Match: Sendable, Hashable {
        case matched(Command)
        /// The beginning of a longer binding.
        case pending
        case none
    }

    /// In the order in which help names them; the first of a command is the one in the footer.
    public var bindings: [Binding]

    public init(_ bindings: [Binding]) {
        self.bindings = bindings
    }

    public func match(_ keys: [Key]) -> Match {
        var isPending = false
        for binding in bindings where binding.keys.starts(with: keys) {
            if binding.keys.count == keys.count { return .matched(binding.command) }
            isPending = true
        }
        return isPending ? .pending : .none
    }

    /// The bindings of a command; empty when it has no key.
    public func labels(of command: Command) -> [String] {
        bindings.filter { $0.command == command }.map(\.label)
    }

    public static let standard = Keymap(
        one(.moveDown, .character("j"), .down, .control("n"))
            + one(.moveUp, .character("k"), .up, .control("p"))
            + one(.first, .character("g"), .home)
            + one(.last, .character("G"), .end)
            + one(.pageDown, .pageDown, .control("f"))
            + one(.pageUp, .pageUp, .control("b"))
            + one(.halfPageDown, .control("d"))
            + one(.halfPageUp, .control("u"))
            + one(.mark, .character(" "))
            + one(.markAll, .character("*"))
            + one(.invertMarks, .character("i"))
            + one(.unmarkAll, .character("U"))
            + one(.add, .character("a"))
            + one(.pause, .character("p"))
            + one(.pauseAll, .character("P"))
            + one(.resume, .character("r"))
            + one(.resumeAll, .character("R"))
            + one(.cancel, .character("c"))
            + one(.filter, .character("/"), .function(4))
            + one(.nextTab, .tab, .character("]"))
            + one(.previousTab, .backTab, .character("["))
            + one(.showAll, .character("1"))
            + one(.showActive, .character("2"))
            + one(.showQueued, .character("3"))
            + one(.showPaused, .character("4"))
            + one(.showDone, .character("5"))
            + one(.showFailed, .character("6"))
            + one(.help, .character("?"), .function(1))
            + one(.redraw, .control("l"))
            + one(.back, .escape)
            + one(.quit, .character("q"), .function(10), .control("c"))
            + one(.suspend, .control("z"))
    )

    /// Several single keys for one command.
    private static func one(_ command: Command, _ keys: Key...) -> [Binding] {
        keys.map { Binding([$0], command) }
    }
}
