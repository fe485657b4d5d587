/// What somebody probably meant when a word is unknown.
public enum NearMiss {
    /// Words longer than this were not mistyped, they are something else; it also bounds the work.
    private static let longestWord = 64

    /// The known word with the fewest slips, or the only one that begins like this; nil when nothing is near.
    public static func best(for word: String, among known: [String]) -> String? {
        let typed = Array(word.lowercased().utf8.prefix(longestWord + 1))
        guard !typed.isEmpty, typed.count <= longestWord else { return nil }
        let longer = known.filter { typed.count >= 3 && $0.utf8.starts(with: typed) }
        if longer.count == 1 { return longer.first }
        let allowed = max(1, min(typed.count / 3, 7))
        let ranked = known.map { (word: $0, slips: slips(from: typed, to: Array($0.utf8))) }
        guard let best = ranked.min(by: { $0.slips < $1.slips }), best.slips <= allowed else { return nil }
        return best.word
    }

    /// Identifiers that somebody may have meant by another one (`background-sessions.md` row 9).
    ///
    /// - Parameters:
    ///   - wanted: what was asked for.
    ///   - known: what there is.
    ///   - most: so many are named at most.
    /// - Returns: those that differ in case, in white space, or by a few slips; the nearest first, never the identifier itself.
    public static func sessions(
        like wanted: SessionIdentifier,
        among known: some Sequence<SessionIdentifier>,
        most: Int = 3
    ) -> [SessionIdentifier] {
        let plain = reduced(wanted.text)
        let ranked = known.compactMap { candidate -> (identifier: SessionIdentifier, slips: Int)? in
            guard candidate != wanted else { return nil }
            if reduced(candidate.text) == plain { return (candidate, 0) }
            guard let slips = slips(from: wanted.text, to: candidate.text) else { return nil }
            return (candidate, slips)
        }
        return ranked.sorted { ($0.slips, $0.identifier) < ($1.slips, $1.identifier) }.prefix(most).map(\.identifier)
    }

    /// How far two texts are apart, when that is so little that one may be the other mistyped; nil when they are not alike.
    private static func slips(from left: String, to right: String) -> Int? {
        let (left, right) = (Array(left.lowercased().utf8), Array(right.lowercased().utf8))
        // Two short names that differ by a letter are two names.
        let length = min(left.count, right.count)
        let allowed = length > 12 ? 2 : length > 4 ? 1 : 0
        // The longest identifier has 255 bytes; far apart in length is far apart.
        guard left.count <= 255, right.count <= 255, abs(left.count - right.count) <= allowed else { return nil }
        let found = slips(from: left, to: right)
        return found <= allowed ? found : nil
    }

    /// Insertions, deletions, replacements and swaps of neighbours that turn one word into the other.
    private static func slips(from left: [UInt8], to right: [UInt8]) -> Int {
        var beforeLast: [Int] = []
        var last = Array(0...right.count)
        for row in left.indices {
            var current = [row + 1]
            for column in right.indices {
                let isSame = left[row] == right[column]
                var least = min(last[column] + (isSame ? 0 : 1), last[column + 1] + 1, current[column] + 1)
                if row > 0, column > 0, left[row] == right[column - 1], left[row - 1] == right[column] {
                    least = min(least, beforeLast[column - 1] + 1)
                }
                current.append(least)
            }
            (beforeLast, last) = (last, current)
        }
        return last.last ?? 0
    }

    /// Without white space and case; two spellings of one accented letter become one.
    private static func reduced(_ text: String) -> String {
        text.lowercased().filter { !$0.isWhitespace }
    }
}
