/// Reads one JSON text (RFC 8259); a member that is named twice is refused too.
struct JSONReader {
    private let text: String
    private let bytes: [UInt8]
    private var position = 0

    private static let escapes: [(letter: String, byte: UInt8)] = [
        ("\"", 34), ("\\", 92), ("/", 47), ("b", 8), ("f", 12), ("n", 10), ("r", 13), ("t", 9),
    ]

    init(_ text: String) {
        self.text = text
        bytes = Array(text.utf8)
    }

    private var next: UInt8? { position < bytes.count ? bytes[position] : nil }
    private var malformed: JSON.Malformed { JSON.Malformed(text: text, offset: position) }

    mutating func document() throws(JSON.Malformed) -> JSON {
        let value = try value()
        skipSpace()
        guard next == nil else { throw malformed }
        return value
    }

    private mutating func skipSpace() {
        while let byte = next, [32, 9, 10, 13].contains(byte) { position += 1 }
    }

    private mutating func take(_ literal: String) -> Bool {
        let wanted = Array(literal.utf8)
        guard bytes[position...].starts(with: wanted) else { return false }
        position += wanted.count
        return true
    }

    private mutating func value() throws(JSON.Malformed) -> JSON {
        skipSpace()
        if take("null") { return .null }
        if take("true") { return .bool(true) }
        if take("false") { return .bool(false) }
        if take("{") { return try object() }
        if take("[") { return try array() }
        if next == UInt8(ascii: "\"") { return .string(try string()) }
        return try number()
    }

    private mutating func object() throws(JSON.Malformed) -> JSON {
        var members: [String: JSON] = [:]
        skipSpace()
        if take("}") { return .object(members) }
        while true {
            skipSpace()
            let key = try string()
            skipSpace()
            guard take(":"), members[key] == nil else { throw malformed }
            members[key] = try value()
            skipSpace()
            if take("}") { return .object(members) }
            guard take(",") else { throw malformed }
        }
    }

    private mutating func array() throws(JSON.Malformed) -> JSON {
        var elements: [JSON] = []
        skipSpace()
        if take("]") { return .array(elements) }
        while true {
            elements.append(try value())
            skipSpace()
            if take("]") { return .array(elements) }
            guard take(",") else { throw malformed }
        }
    }

    private mutating func string() throws(JSON.Malformed) -> String {
        guard take("\"") else { throw malformed }
        var result: [UInt8] = []
        while let byte = next {
            guard byte >= 32 else { throw malformed }
            position += 1
            if byte == UInt8(ascii: "\"") {
                guard let string = String(validating: result, as: UTF8.self) else { throw malformed }
                return string
            }
            if byte == UInt8(ascii: "\\") {
                result += try escape()
            } else {
                result.append(byte)
            }
        }
        throw malformed
    }

    private mutating func escape() throws(JSON.Malformed) -> [UInt8] {
        for escape in Self.escapes where take(escape.letter) { return [escape.byte] }
        guard take("u") else { throw malformed }
        var number = try codeUnit()
        if (0xD800..<0xDC00).contains(number) {
            guard take("\\u") else { throw malformed }
            let low = try codeUnit()
            guard (0xDC00..<0xE000).contains(low) else { throw malformed }
            number = 0x10000 + (number - 0xD800) << 10 + (low - 0xDC00)
        }
        guard let scalar = Unicode.Scalar(number) else { throw malformed }
        return Array(String(Character(scalar)).utf8)
    }

    private mutating func codeUnit() throws(JSON.Malformed) -> UInt32 {
        guard position + 4 <= bytes.count,
            let number = UInt32(String(decoding: bytes[position..<position + 4], as: UTF8.self), radix: 16)
        else { throw malformed }
        position += 4
        return number
    }

    private mutating func number() throws(JSON.Malformed) -> JSON {
        let start = position
        while let byte = next, (48...57).contains(byte) || [43, 45, 46, 69, 101].contains(byte) { position += 1 }
        let text = String(decoding: bytes[start..<position], as: UTF8.self)
        let digits = text.hasPrefix("-") ? text.dropFirst() : text[...]
        guard let first = digits.first, first.isNumber, first != "0" || digits.dropFirst().first?.isNumber != true else { throw malformed }
        if let integer = Int64(text) { return .integer(integer) }
        guard let number = Double(text) else { throw malformed }
        return .number(number)
    }
}
