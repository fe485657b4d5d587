internal import Screen

/// A log as it is shown: whatever wrote it, nothing in it does anything to a terminal.
public struct LogLines: Sendable {
    private var line: [UInt8] = []

    /// A longer line goes on in the next one, so that nothing is left out.
    static let longest = 1_900

    public init() {}

    /// Takes bytes of the log, and returns the text of the lines that end in them.
    public mutating func take(_ bytes: some Sequence<UInt8>) -> String {
        var text = ""
        for byte in bytes {
            if byte == UInt8(ascii: "\n") {
                text += shown()
            } else {
                if line.count >= Self.longest, byte & 0xC0 != 0x80 || line.count >= Self.longest + 4 { text += shown() }
                line.append(byte)
            }
        }
        return text
    }

    /// The text of a last line that does not end.
    public mutating func end() -> String {
        line.isEmpty ? "" : shown()
    }

    private mutating func shown() -> String {
        defer { line.removeAll(keepingCapacity: true) }
        return Sanitizer.visible(bytes: line) + "\n"
    }
}
