/// A request as the origin read it.
public struct OriginRequest: Sendable, Hashable {
    public var method: String

    /// The path with its query, without scheme and host even when a proxy was asked.
    public var target: String
    public var headers: [Header]
    public var body: [UInt8] = []

    /// The connection it came on, counted from 0.
    public var connection = 0

    public struct Header: Sendable, Hashable {
        public var name: String
        public var value: String

        public init(_ name: String, _ value: String) {
            self.name = name
            self.value = value
        }
    }

    /// The path without its query.
    public var path: String {
        String(target.prefix { $0 != "?" })
    }

    /// The first value of a header, whatever the case of its name; nil when it was not sent.
    public func header(_ name: String) -> String? {
        headers.first { $0.name.lowercased() == name.lowercased() }?.value
    }

    /// The value of `Range`.
    public var range: String? {
        header("Range")
    }

    /// The asked range as offsets of a file of this size: clipped at its end, nil without a usable single range, empty when it cannot be satisfied.
    public func range(ofSize size: Int64) -> Range<Int64>? {
        guard let range, range.hasPrefix("bytes="), !range.contains(",") else { return nil }
        let parts = range.dropFirst(6).split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2 else { return nil }
        if parts[0].isEmpty {
            guard let suffix = Int64(parts[1]), suffix >= 0 else { return nil }
            return max(0, size - suffix)..<size
        }
        guard let start = Int64(parts[0]), start >= 0 else { return nil }
        guard start < size else { return 0..<0 }
        if parts[1].isEmpty { return start..<size }
        guard let last = Int64(parts[1]), last >= start else { return nil }
        return start..<(min(last, size - 1) + 1)
    }

    /// Parses the head of a request, without the empty line; nil when it is not one.
    init?(head: [UInt8]) {
        let lines = String(decoding: head, as: UTF8.self).split(separator: "\r\n", omittingEmptySubsequences: true)
        guard let first = lines.first else { return nil }
        let words = first.split(separator: " ")
        guard words.count == 3, words[2].hasPrefix("HTTP/1.") else { return nil }
        method = String(words[0])
        var target = words[1]
        if let scheme = target.range(of: "://") {
            target = target[scheme.upperBound...].drop { $0 != "/" }
        }
        self.target = target.isEmpty ? "/" : String(target)
        headers = lines.dropFirst().compactMap { line in
            guard let colon = line.firstIndex(of: ":") else { return nil }
            let value = line[line.index(after: colon)...].drop { $0 == " " }
            return Header(String(line[..<colon]), String(value))
        }
    }
}

extension Substring {
    fileprivate func range(of text: String) -> Range<Index>? {
        ranges(of: text).first
    }
}
