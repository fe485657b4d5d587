/// The bytes of a request's body in rows and messages: base 64 (RFC 4648 section 4), a third of the length that a list of numbers would have.
struct BodyCoding: Codable {
    var bytes: [UInt8]

    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// Reads base 64, or the list of numbers that older rows have.
    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let text = try? container.decode(String.self) else {
            bytes = try container.decode([UInt8].self)
            return
        }
        guard let bytes = Self.bytes(text) else {
            throw DecodingError.dataCorrupted(.init(codingPath: decoder.codingPath, debugDescription: "the body is not in base 64"))
        }
        self.bytes = bytes
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(text)
    }

    private var text: String {
        var result: [UInt8] = []
        result.reserveCapacity((bytes.count + 2) / 3 * 4)
        for start in stride(from: 0, to: bytes.count, by: 3) {
            let count = min(3, bytes.count - start)
            var word = 0
            for index in 0..<3 { word = word << 8 | (index < count ? Int(bytes[start + index]) : 0) }
            for index in 0..<4 { result.append(index <= count ? Self.alphabet[word >> (18 - 6 * index) & 63] : UInt8(ascii: "=")) }
        }
        return String(decoding: result, as: UTF8.self)
    }

    /// Nil for what is no base 64: other characters, a length that is no multiple of four, `=` elsewhere than at the end.
    private static func bytes(_ text: String) -> [UInt8]? {
        let digits = Array(text.utf8)
        let padding = digits.suffix(2).filter { $0 == UInt8(ascii: "=") }.count
        guard digits.count % 4 == 0, padding < 2 || digits.dropLast().last == UInt8(ascii: "=") else { return nil }
        var result: [UInt8] = []
        result.reserveCapacity(digits.count / 4 * 3)
        var word = 0
        for (index, digit) in digits.dropLast(padding).enumerated() {
            guard let value = value(of: digit) else { return nil }
            word = (word << 6 | value) & 0xFF_FFFF
            // The second, third and fourth digit of a group end a byte each.
            if index % 4 > 0 { result.append(UInt8(truncatingIfNeeded: word >> (6 - 2 * (index % 4)))) }
        }
        return result
    }

    private static func value(of digit: UInt8) -> Int? {
        switch digit {
        case 65...90: Int(digit) - 65
        case 97...122: Int(digit) - 71
        case 48...57: Int(digit) + 4
        case UInt8(ascii: "+"): 62
        case UInt8(ascii: "/"): 63
        default: nil
        }
    }
}
