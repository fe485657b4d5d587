/// A message as it came, or the news that one was too long.
enum Line: Sendable, Hashable {
    /// Without the line feed.
    case bytes([UInt8])
    case tooLong
}

/// Cuts a stream of bytes into lines, without ever keeping more than one line's limit.
struct LineSplitter {
    private let limit: Int
    private var partial: [UInt8] = []
    private var isSkipping = false

    /// Makes one for lines of at most so many bytes, the line feed not counted.
    init(limit: Int) {
        self.limit = limit
    }

    /// Takes bytes and returns the lines that end in them.
    ///
    /// A line that is too long is reported once, when the limit is passed, and then left out up to its end.
    mutating func feed(_ bytes: UnsafeRawBufferPointer) -> [Line] {
        var lines: [Line] = []
        var rest = bytes[...]
        while let feed = rest.firstIndex(of: UInt8(ascii: "\n")) {
            add(rest[..<feed], to: &lines)
            if isSkipping {
                isSkipping = false
            } else {
                lines.append(.bytes(partial))
            }
            partial = []
            rest = rest[(feed + 1)...]
        }
        add(rest, to: &lines)
        return lines
    }

    private mutating func add(_ bytes: Slice<UnsafeRawBufferPointer>, to lines: inout [Line]) {
        guard !isSkipping, !bytes.isEmpty else { return }
        guard partial.count + bytes.count <= limit else {
            isSkipping = true
            partial = []
            lines.append(.tooLong)
            return
        }
        partial.append(contentsOf: bytes)
    }
}
