/// Text of help in lines of at most 80 columns.
enum TextFlow {
    static let width = 80

    /// The words of a text in lines of at most so many columns; a longer word has a line of its own.
    static func wrap(_ text: String, width: Int) -> [String] {
        var lines: [String] = []
        for word in text.split(separator: " ") {
            if let last = lines.last, last.count + 1 + word.count <= width {
                lines[lines.count - 1] += " " + word
            } else {
                lines.append(String(word))
            }
        }
        return lines
    }

    /// A term with its explanation beside it, or below it when the term is long.
    static func hanging(_ term: String, _ text: String, indent: Int, column: Int) -> [String] {
        let margin = String(repeating: " ", count: indent)
        let blank = String(repeating: " ", count: column)
        let body = wrap(text, width: width - column)
        let head = margin + term
        guard head.count + 2 <= column else { return [head] + body.map { blank + $0 } }
        let first = head + String(repeating: " ", count: column - head.count) + (body.first ?? "")
        return [first] + body.dropFirst().map { blank + $0 }
    }
}
