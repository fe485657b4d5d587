import DownloadCore

/// Identifiers that somebody may have meant by another one (`background-sessions.md` row 9).
enum SessionNearMiss {
    /// The most that are named.
    private static let most = 3

    /// Those that differ in case, in white space, or by a few slips; the nearest first, never the identifier itself.
    static func find(_ wanted: SessionIdentifier, among known: [SessionIdentifier]) -> [SessionIdentifier] {
        let plain = reduced(wanted.text)
        let ranked = known.compactMap { candidate -> (identifier: SessionIdentifier, slips: Int)? in
            guard candidate != wanted else { return nil }
            if reduced(candidate.text) == plain { return (candidate, 0) }
            guard let slips = NearMiss.slips(from: wanted.text, to: candidate.text) else { return nil }
            return (candidate, slips)
        }
        return ranked.sorted { ($0.slips, $0.identifier) < ($1.slips, $1.identifier) }.prefix(most).map(\.identifier)
    }

    /// Without white space and case; two spellings of one accented letter become one.
    private static func reduced(_ text: String) -> String {
        text.lowercased().filter { !$0.isWhitespace }
    }
}
