/// The line in which commands are typed by name, some with an argument.
public struct Palette: Sendable, Hashable {
    public internal(set) var editor = LineEditor()

    /// The chosen one among those that fit.
    public internal(set) var row = 0

    /// How far back in the history the line is; 0 for what is being typed.
    var age = 0

    /// Lines of the history that are kept.
    static let mostHistory = 100

    private var words: [Substring] { editor.text.split(separator: " ", maxSplits: 1) }

    /// The first word.
    var word: String { words.first.map(String.init) ?? "" }

    /// What follows the first word.
    var argument: String {
        guard words.count > 1, let end = words[1].lastIndex(where: { $0 != " " }) else { return "" }
        return String(words[1][...end].drop { $0 == " " })
    }

    var matches: [Command] { Command.matching(word) }

    /// The command that Enter would run.
    var chosen: Command? {
        let matches = matches
        return matches.indices.contains(row) ? matches[row] : matches.first
    }
}
