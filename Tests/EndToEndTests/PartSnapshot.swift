import Glibc
import TestSupport

/// What a part file held when its program was killed, compared with what it should hold.
struct PartSnapshot {
    private let content: GeneratedContent
    private let bytes: [UInt8]

    init?(path: String, content: GeneratedContent) {
        guard let bytes = readFile(path) else { return nil }
        self.bytes = bytes
        self.content = content
    }

    /// How many right bytes it holds in one stretch from an offset on, up to an end.
    func held(from offset: Int64, to end: Int64) -> Int64 {
        var position = offset
        let last = min(end, Int64(bytes.count))
        while position < last {
            let stretch = position..<min(position + 65_536, last)
            let expected = content.bytes(stretch)
            let found = bytes[Int(stretch.lowerBound)..<Int(stretch.upperBound)]
            if found.elementsEqual(expected) {
                position = stretch.upperBound
                continue
            }
            let equal = zip(found, expected).prefix { $0 == $1 }.count
            return position + Int64(equal) - offset
        }
        return max(0, position - offset)
    }
}

/// The first and the last byte that a request asks for; the last is nil when it asks for all the rest.
struct ByteRange {
    let first: Int64
    let last: Int64?

    init?(_ header: String?) {
        guard let header, header.hasPrefix("bytes=") else { return nil }
        let ends = header.dropFirst(6).split(separator: "-", omittingEmptySubsequences: false)
        guard ends.count == 2, let first = Int64(ends[0]) else { return nil }
        self.first = first
        last = Int64(ends[1])
    }
}
