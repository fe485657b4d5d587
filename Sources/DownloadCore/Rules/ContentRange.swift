/// What a `Content-Range` field says (RFC 9110 section 14.4).
public struct ContentRange: Sendable, Hashable {
    /// First and last offset, both included; nil for the unsatisfied form `*/N`.
    public var range: ClosedRange<Int64>?

    /// The length of the whole file; nil for `*`.
    public var total: Int64?

    public init(range: ClosedRange<Int64>?, total: Int64?) {
        self.range = range
        self.total = total
    }

    /// Reads `bytes a-b/N`, `bytes a-b/*` and `bytes */N`; `bytes=` is accepted since servers send it.
    ///
    /// Nil for all else.
    public init?(_ text: String) {
        let trimmed = text.filter { $0 != " " && $0 != "\t" }.lowercased()
        guard trimmed.hasPrefix("bytes") else { return nil }
        let rest = trimmed.dropFirst(5).drop { $0 == "=" || $0 == ":" }
        let halves = rest.split(separator: "/", omittingEmptySubsequences: false)
        guard halves.count == 2 else { return nil }
        if halves[1] != "*" {
            guard let number = Int64(digits: halves[1]) else { return nil }
            total = number
        }
        if halves[0] == "*" {
            guard total != nil else { return nil }
            return
        }
        let ends = halves[0].split(separator: "-", omittingEmptySubsequences: false)
        guard ends.count == 2, let first = Int64(digits: ends[0]), let last = Int64(digits: ends[1]), first <= last, last < .max else {
            return nil
        }
        if let total, last >= total { return nil }
        range = first...last
    }
}

extension Int64 {
    /// A number of decimal digits only, without sign; nil when it is empty, has other characters, or is too large.
    init?(digits text: some StringProtocol) {
        guard !text.isEmpty, text.utf8.allSatisfy({ (48...57).contains($0) }) else { return nil }
        self.init(String(text))
    }
}
