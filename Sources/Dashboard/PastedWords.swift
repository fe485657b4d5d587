/// The words of a line that was pasted, in which addresses are looked for: alone, in prose, or in HTML.
struct PastedWords {
    let all: [Substring]

    /// A comment has no words.
    init(_ line: String) {
        // None of these can be in an address, but all of them are put around one.
        let words = line.split { $0.isWhitespace || "\u{FEFF}\"<>".contains($0) }
        all = words.first?.hasPrefix("#") ?? true ? [] : words
    }

    var isEmpty: Bool { all.isEmpty }
    var count: Int { all.count }

    /// The addresses, without what the sentence has put around them.
    var addresses: [Substring] { all.compactMap(PastedWords.address) }

    /// How many words look like an address, but of something that Haul cannot fetch.
    var strangers: Int { all.count { PastedWords.address(in: $0) == nil && PastedWords.hasScheme($0) } }

    static func address(in word: Substring) -> Substring? {
        guard let sign = word.firstRange(of: "://") else { return nil }
        // Brackets, `href=` and whatever else stands before the scheme is left out.
        let scheme = word[..<sign.lowerBound].reversed().prefix { $0.isASCII && $0.isLetter }
        let address = trimmed(word[word.index(sign.lowerBound, offsetBy: -scheme.count)...])
        return AddPrompt.isAddress(address) ? address : nil
    }

    /// Without the punctuation of the sentence behind it; a bracket that the address itself opens belongs to it.
    private static func trimmed(_ word: Substring) -> Substring {
        let brackets: [Character: Character] = [")": "(", "]": "[", "}": "{"]
        var rest = word
        while let last = rest.last {
            if let opening = brackets[last] {
                guard rest.count(where: { $0 == last }) > rest.count(where: { $0 == opening }) else { break }
            } else if !",.;:'".contains(last) {
                break
            }
            rest.removeLast()
        }
        return rest
    }

    /// `magnet:?...` or `scheme://...`: more than a colon in a sentence.
    private static func hasScheme(_ word: Substring) -> Bool {
        guard let colon = word.firstIndex(of: ":"), let first = word.first, first.isASCII, first.isLetter else { return false }
        let rest = word[word.index(after: colon)...]
        let isScheme = word[..<colon].allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "+-.".contains($0)) }
        return isScheme && (rest.hasPrefix("//") || rest.hasPrefix("?"))
    }
}
