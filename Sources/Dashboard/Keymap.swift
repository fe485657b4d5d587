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
            + one(.markRange, .character("v"))
            + one(.markAll, .character("*"))
            + one(.invertMarks, .character("i"))
            + one(.unmarkAll, .character("U"))
            + one(.markText, .character(","))
            + one(.add, .character("a"))
            + one(.addList, .character("A"))
            + one(.edit, .character("e"))
            + one(.open, .character("o"))
            + one(.openFolder, .character("O"))
            + one(.copyURL, .character("y"))
            + one(.copyPath, .character("Y"))
            + one(.verify, .character("V"))
            + one(.pause, .character("p"))
            + one(.pauseAll, .character("P"))
            + one(.resume, .character("r"))
            + one(.resumeAll, .character("R"))
            + one(.startNow, .character("!"))
            + one(.cancel, .character("c"))
            + one(.remove, .character("d"), .delete, .function(9))
            + one(.delete, .character("D"), .shiftDelete)
            + one(.clearFinished, .character("x"))
            + one(.clearFailed, .character("X"))
            + one(.undo, .character("u"))
            + one(.queueDown, .character("J"))
            + one(.queueUp, .character("K"))
            + one(.raisePriority, .character("+"))
            + one(.lowerPriority, .character("-"))
            + one(.limit, .character("t"), .function(8))
            + one(.limitAll, .character("T"))
            + one(.limitAlternative, .character("S"))
            + one(.openDetails, .character("l"), .right, .enter)
            + one(.closeDetails, .character("h"), .left)
            + one(.layout, .character("w"))
            + one(.detailsUp, .character("{"))
            + one(.detailsDown, .character("}"))
            + one(.units, .character("b"))
            + one(.graph, .character("z"))
            + one(.graphSpan, .character("Z"))
            + one(.log, .character("L"), .function(7))
            + one(.filter, .character("/"), .function(4))
            + one(.search, .function(3))
            + one(.searchNext, .character("n"))
            + one(.searchPrevious, .character("N"))
            + one(.sort, .character("s"), .function(6))
            + one(.sortPrevious, .character("<"))
            + one(.sortNext, .character(">"))
            + one(.invertSort, .character("I"))
            + one(.follow, .character("F"))
            + one(.freeze, .character("f"))
            + one(.nextTab, .tab, .character("]"))
            + one(.previousTab, .backTab, .character("["))
            + one(.showAll, .character("1"))
            + one(.showActive, .character("2"))
            + one(.showQueued, .character("3"))
            + one(.showPaused, .character("4"))
            + one(.showDone, .character("5"))
            + one(.showFailed, .character("6"))
            + one(.mouse, .character("m"))
            + one(.help, .character("?"), .function(1))
            + one(.palette, .character(":"), .control("k"))
            + one(.settings, .function(2))
            + one(.refresh, .function(5))
            + one(.redraw, .control("l"))
            + one(.back, .escape)
            + one(.quit, .character("q"), .function(10), .control("c"))
            + one(.stopAgent, .character("Q"))
            + one(.suspend, .control("z"))
    )

    /// Several single keys for one command.
    private static func one(_ command: Command, _ keys: Key...) -> [Binding] {
        keys.map { Binding([$0], command) }
    }
}
