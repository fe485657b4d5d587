import DownloadCore

/// A command in one text, taken apart as a shell would, but with nothing in it replaced.
enum CommandLineWords {
    /// The words: blanks separate them, quotes of both kinds and backslashes keep them together; nil when a quote is not closed.
    static func split(_ text: String) -> [String]? {
        var words: [String] = []
        var word: String.UnicodeScalarView?
        var quote: Unicode.Scalar?
        var isEscaped = false
        for scalar in text.unicodeScalars {
            if isEscaped {
                // In double quotes a backslash stands for itself before anything but these.
                if quote == "\"", scalar != "\"", scalar != "\\" { word?.append("\\") }
                word = (word ?? .init()) + [scalar]
                isEscaped = false
            } else if scalar == "\\", quote != "'" {
                isEscaped = true
                word = word ?? .init()
            } else if let open = quote {
                if scalar == open { quote = nil } else { word?.append(scalar) }
            } else if scalar == "'" || scalar == "\"" {
                quote = scalar
                word = word ?? .init()
            } else if scalar == " " || scalar == "\t" || scalar == "\n" {
                if let word { words.append(String(word)) }
                word = nil
            } else {
                word = (word ?? .init()) + [scalar]
            }
        }
        guard quote == nil, !isEscaped else { return nil }
        if let word { words.append(String(word)) }
        return words
    }
}

extension OptionScanner.Given {
    /// A program and its arguments.
    func command() throws(UsageError) -> [String] {
        guard let words = CommandLineWords.split(value) else {
            throw UsageError("\(spelling) \(value.quoted): a quote is not closed.")
        }
        guard let program = words.first, !program.isEmpty, !value.utf8.contains(0) else {
            throw UsageError("\(spelling) needs a program, such as 'notify-send done'.")
        }
        return words
    }

    /// The name of a group.
    func group() throws(UsageError) -> String {
        guard DownloadGroup.isName(value) else {
            throw UsageError("\(spelling) \(value.quoted): a group has a name of letters, digits, -, _ and .")
        }
        return value
    }
}
