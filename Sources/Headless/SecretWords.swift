/// Which words of a command line hold something that nobody else on the machine should read in a list of processes.
public enum SecretWords {
    private static let options = ["--user", "--header", "--proxy", "--data", "-u", "-H"]

    /// The bytes of each word that are to be covered; empty for most words.
    public static func ranges(in words: [String]) -> [Range<Int>] {
        var isValue = false
        return words.map { word in
            defer { isValue = options.contains(word) }
            if isValue { return 0..<word.utf8.count }
            if let option = options.first(where: { word.hasPrefix($0) && word != $0 }) {
                // `--user=ME:PASSWORD` and `-uME:PASSWORD`, but not `--user-agent`.
                let rest = word.utf8.count - option.utf8.count
                let isLong = option.hasPrefix("--")
                if !isLong || word.utf8.dropFirst(option.utf8.count).first == UInt8(ascii: "=") {
                    return word.utf8.count - rest + (isLong ? 1 : 0)..<word.utf8.count
                }
            }
            return userInfo(of: word)
        }
    }

    /// What stands between `://` and the last `@` before the path.
    private static func userInfo(of word: String) -> Range<Int> {
        let bytes = Array(word.utf8)
        guard let colon = bytes.indices.first(where: { bytes[$0...].starts(with: "://".utf8) }) else { return 0..<0 }
        let start = colon + 3
        let end = bytes[start...].firstIndex { "/?#".utf8.contains($0) } ?? bytes.endIndex
        guard let at = bytes[start..<end].lastIndex(of: UInt8(ascii: "@")) else { return 0..<0 }
        return start..<at
    }
}
