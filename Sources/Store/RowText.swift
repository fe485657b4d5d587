/// JSON text as it is being written: what the encoder would make of the same value, at a tenth of its price.
///
/// Members must come in the order of their names, since the encoder sorts them.
struct RowText {
    private(set) var bytes: [UInt8] = []

    /// No comma is due before the next member or element.
    private var isAtStart = true

    init() {
        // Most rows are shorter: one allocation for each.
        bytes.reserveCapacity(640)
    }

    // MARK: - Members

    mutating func object<Problem: Error>(_ members: (inout RowText) throws(Problem) -> Void) throws(Problem) {
        separate()
        bytes.append(UInt8(ascii: "{"))
        isAtStart = true
        try members(&self)
        bytes.append(UInt8(ascii: "}"))
        isAtStart = false
    }

    mutating func array<Problem: Error>(_ elements: (inout RowText) throws(Problem) -> Void) throws(Problem) {
        separate()
        bytes.append(UInt8(ascii: "["))
        isAtStart = true
        try elements(&self)
        bytes.append(UInt8(ascii: "]"))
        isAtStart = false
    }

    /// What follows is the value of this member; its name is plain ASCII.
    mutating func name(_ name: StaticString) {
        separate()
        bytes.append(UInt8(ascii: "\""))
        name.withUTF8Buffer { bytes.append(contentsOf: $0) }
        bytes.append(UInt8(ascii: "\""))
        bytes.append(UInt8(ascii: ":"))
        isAtStart = true
    }

    /// A member that is left out when it is nil.
    mutating func member(_ name: StaticString, _ text: String?) {
        guard let text else { return }
        self.name(name)
        value(text)
    }

    /// As above.
    mutating func member(_ name: StaticString, _ number: (some FixedWidthInteger)?) {
        guard let number else { return }
        self.name(name)
        value(number)
    }

    /// As above.
    mutating func member(_ name: StaticString, _ flag: Bool?) {
        guard let flag else { return }
        self.name(name)
        value(flag)
    }

    // MARK: - Values

    mutating func value(_ number: some FixedWidthInteger) {
        separate()
        let start = bytes.count
        var rest = UInt64(number.magnitude)
        repeat {
            bytes.append(UInt8(ascii: "0") + UInt8(rest % 10))
            rest /= 10
        } while rest > 0
        if number < 0 { bytes.append(UInt8(ascii: "-")) }
        bytes[start...].reverse()
    }

    mutating func value(_ flag: Bool) {
        separate()
        bytes.append(contentsOf: (flag ? "true" : "false").utf8)
    }

    mutating func value(_ text: String) {
        separate()
        bytes.append(UInt8(ascii: "\""))
        var text = text
        text.withUTF8 { write($0) }
        bytes.append(UInt8(ascii: "\""))
    }

    /// A value that was written by somebody else.
    mutating func value(written text: [UInt8]) {
        separate()
        bytes.append(contentsOf: text)
    }

    private mutating func separate() {
        if !isAtStart { bytes.append(UInt8(ascii: ",")) }
        isAtStart = false
    }

    private mutating func write(_ text: UnsafeBufferPointer<UInt8>) {
        // Runs without anything to be escaped are taken as they are: mostly that is all.
        var start = text.startIndex
        for index in text.indices {
            guard let escaped = Self.escape(text[index]) else { continue }
            bytes.append(contentsOf: text[start..<index])
            bytes.append(contentsOf: escaped.utf8)
            start = index + 1
        }
        bytes.append(contentsOf: text[start...])
    }

    /// How a byte is written that may not stand in a text; nil for all others.
    private static func escape(_ byte: UInt8) -> String? {
        guard byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") else { return nil }
        switch byte {
        case UInt8(ascii: "\""): return "\\\""
        case UInt8(ascii: "\\"): return "\\\\"
        case 0x08: return "\\b"
        case 0x09: return "\\t"
        case 0x0a: return "\\n"
        case 0x0c: return "\\f"
        case 0x0d: return "\\r"
        default: return (byte < 0x10 ? "\\u000" : "\\u00") + String(byte, radix: 16)
        }
    }
}
