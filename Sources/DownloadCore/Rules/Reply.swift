/// The status and the header fields of one final reply.
public struct Reply: Sendable, Hashable {
    public var status: Int
    public var fields: [HeaderField]

    /// The address that answered, after redirects.
    public var url: String

    public init(status: Int, fields: [HeaderField], url: String) {
        self.status = status
        self.fields = fields
        self.url = url
    }

    /// The last value of a field, without the white space around it; nil when it is absent.
    public func value(_ name: String) -> String? {
        fields.last { $0.isNamed(name) }?.value.trimmed
    }

    /// How long the body is; `.broken` when the field is there and says nothing sensible (RFC 9112 section 6.3).
    public var contentLength: ContentLength {
        guard value("Transfer-Encoding") == nil else { return .unknown }
        let values = fields.filter { $0.isNamed("Content-Length") }
            .flatMap { $0.value.split(separator: ",", omittingEmptySubsequences: false) }
            .map { String($0).trimmed }
        guard let first = values.first else { return .unknown }
        guard values.allSatisfy({ $0 == first }), let number = Int64(digits: first) else { return .broken(first) }
        return .known(number)
    }

    public enum ContentLength: Sendable, Hashable {
        case unknown
        case known(Int64)
        case broken(String)
    }

    /// The wait that `Retry-After` asks for, clamped to 0…1 h; nil when it is absent or makes no sense (RFC 9110 section 10.2.3).
    public func retryAfter(now: WallTime) -> Duration? {
        guard let text = value("Retry-After") else { return nil }
        if let seconds = Int64(digits: text) { return .seconds(min(seconds, 3600)) }
        guard let date = HTTPDate.seconds(text) else { return nil }
        // A date in the past asks for nothing: our own delay is better.
        let wait = date.saturatingSubtract(value("Date").flatMap(HTTPDate.seconds) ?? now.seconds)
        return wait > 0 ? .seconds(min(wait, 3600)) : nil
    }
}

extension String {
    /// Without the spaces and tabs at both ends.
    var trimmed: String {
        let isBlank: (UInt8) -> Bool = { $0 == 0x20 || $0 == 0x09 || $0 == 0x0d || $0 == 0x0a }
        guard let first = utf8.firstIndex(where: { !isBlank($0) }), let last = utf8.lastIndex(where: { !isBlank($0) }) else { return "" }
        return first == utf8.startIndex && utf8.index(after: last) == utf8.endIndex ? self : String(self[first...last])
    }
}
