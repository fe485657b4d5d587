/// The list of all keys while it lies over the screen: narrowed by what is typed, with one row chosen.
public struct Help: Sendable, Hashable {
    public internal(set) var editor = LineEditor()

    /// The chosen command, counted among those that are listed.
    public internal(set) var row = 0

    /// The commands that fit what is typed, in their groups; by key too, so that one can ask what a key does.
    func commands(_ keymap: Keymap) -> [Command] {
        let text = editor.text.lowercased()
        let inOrder = Command.Group.allCases.flatMap { group in Command.allCases.filter { $0.group == group } }
        return inOrder.filter { command in
            text.isEmpty || command.rank(of: text) != nil || keymap.labels(of: command).contains { $0.lowercased() == text }
        }
    }
}
