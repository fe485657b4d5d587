/// What is remembered of the very file that is being fetched, to recognise it when more of it is asked for.
public struct Representation: Sendable, Hashable, Codable {
    /// The length of the whole file; nil while it is unknown.
    public var total: Int64?
    public var etag: String?
    public var lastModified: String?

    /// `Last-Modified` is at least a second older than `Date`: two versions cannot share it (RFC 9110 section 8.8.2.2).
    public var hasStrongDate: Bool

    /// What `Accept-Ranges` said; nil when it was absent, which is no refusal (RFC 9110 section 14.3).
    public var acceptsRanges: Bool?
    public var contentEncoding: String?
    public var hints: NameHints
    public var finalURL: String

    /// The status of the reply that told this.
    public var status: Int?

    public init(
        total: Int64?,
        etag: String? = nil,
        lastModified: String? = nil,
        hasStrongDate: Bool = false,
        acceptsRanges: Bool? = nil,
        contentEncoding: String? = nil,
        hints: NameHints,
        finalURL: String
    ) {
        self.total = total
        self.etag = etag
        self.lastModified = lastModified
        self.hasStrongDate = hasStrongDate
        self.acceptsRanges = acceptsRanges
        self.contentEncoding = contentEncoding
        self.hints = hints
        self.finalURL = finalURL
    }

    /// Reads a reply that carries a file or a range of it.
    public init(_ reply: Reply, total: Int64?) {
        let lastModified = reply.value("Last-Modified")
        let modified = lastModified.flatMap(HTTPDate.seconds)
        let date = reply.value("Date").flatMap(HTTPDate.seconds)
        let ranges = reply.value("Accept-Ranges")?.lowercased()
        let encoding = reply.value("Content-Encoding")
        self.init(
            total: total,
            etag: reply.value("ETag").flatMap { $0.isEmpty ? nil : $0 },
            lastModified: modified == nil ? nil : lastModified,
            hasStrongDate: modified.map { modified in date.map { $0.saturatingSubtract(modified) >= 1 } ?? false } ?? false,
            acceptsRanges: ranges.map { $0 != "none" },
            contentEncoding: encoding?.lowercased() == "identity" ? nil : encoding,
            hints: NameHints(
                contentDisposition: reply.value("Content-Disposition"),
                url: reply.url,
                mediaType: reply.value("Content-Type")
            ),
            finalURL: reply.url
        )
        status = reply.status
    }

    /// What may be sent in `If-Range`: a strong ETag, else a strong date; nil when there is neither (RFC 9110 section 13.1.5).
    public var validator: String? {
        if let etag { return etag.hasPrefix("\"") && etag.count >= 2 ? etag : nil }
        return hasStrongDate ? lastModified : nil
    }

    /// Why another reply is not of this same file; nil when nothing speaks against it.
    public func difference(from other: Representation) -> String? {
        if let total, let otherTotal = other.total, total != otherTotal {
            return "its length changed from \(total) to \(otherTotal) bytes"
        }
        if let etag, let otherTag = other.etag, etag != otherTag { return "its ETag changed" }
        if validator != nil, etag != nil, other.etag == nil { return "its ETag is gone" }
        // With equal ETags the date may differ, as between the machines of one site.
        if etag == nil, let lastModified, let otherDate = other.lastModified, lastModified != otherDate { return "its date changed" }
        if contentEncoding != other.contentEncoding { return "its encoding changed" }
        return nil
    }
}
