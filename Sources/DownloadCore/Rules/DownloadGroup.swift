/// Tasks that share caps of their own.
public struct DownloadGroup: Sendable, Hashable {
    public var name: String

    /// Of them so many run at once; nil for no cap but that of all.
    public var maximumConcurrent: Int?

    /// Bytes a second of all of them together; nil for no limit.
    public var rateLimit: Int64?

    public init(name: String, maximumConcurrent: Int? = nil, rateLimit: Int64? = nil) {
        self.name = name
        self.maximumConcurrent = maximumConcurrent
        self.rateLimit = rateLimit
    }

    /// Letters, digits, `-`, `_` and `.`, at most 64 of them.
    public static func isName(_ text: String) -> Bool {
        (1...64).contains(text.utf8.count)
            && text.utf8.allSatisfy {
                (48...57).contains($0) || (65...90).contains($0) || (97...122).contains($0) || "-_.".utf8.contains($0)
            }
    }
}
