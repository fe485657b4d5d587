import Screen

/// A JSON object that is written member by member in one line.
struct JSONObject {
    private var text = "{"

    /// The object with its closing brace.
    var line: String { text + "}" }

    mutating func add(_ name: String, _ value: String?) {
        guard let value else { return add(name, raw: "null") }
        begin(name)
        Self.write(value, to: &text)
    }

    mutating func add(_ name: String, _ value: Int64?) {
        add(name, raw: value.map { String($0) } ?? "null")
    }

    mutating func add(_ name: String, _ value: Int) {
        add(name, Int64(value))
    }

    mutating func add(_ name: String, _ value: Bool?) {
        add(name, raw: value.map { $0 ? "true" : "false" } ?? "null")
    }

    mutating func add(_ name: String, _ value: JSONObject?) {
        add(name, raw: value?.line ?? "null")
    }

    mutating func add(_ name: String, _ values: [JSONObject]) {
        add(name, raw: "[" + values.map(\.line).joined(separator: ",") + "]")
    }

    mutating func add(_ name: String, _ values: [Int64]) {
        add(name, raw: "[" + values.map { String($0) }.joined(separator: ",") + "]")
    }

    mutating func add(_ name: String, _ values: [String]) {
        var text = "["
        for value in values {
            if text.utf8.count > 1 { text += "," }
            Self.write(value, to: &text)
        }
        add(name, raw: text + "]")
    }

    /// Seconds with their milliseconds, no longer than needed: `38`, `38.2`.
    mutating func add(_ name: String, seconds value: Duration?) {
        guard let value else { return add(name, raw: "null") }
        let (seconds, attoseconds) = value.components
        let milliseconds = abs(attoseconds / 1_000_000_000_000_000)
        let sign = seconds == 0 && attoseconds < 0 && milliseconds > 0 ? "-" : ""
        var fraction = String(milliseconds + 1_000).dropFirst()
        while fraction.last == "0" { fraction.removeLast() }
        add(name, raw: sign + String(seconds) + (fraction.isEmpty ? "" : "." + fraction))
    }

    private mutating func add(_ name: String, raw: String) {
        begin(name)
        text += raw
    }

    private mutating func begin(_ name: String) {
        if text.utf8.count > 1 { text += "," }
        text += "\"\(name)\":"
    }

    /// A string with everything escaped that could move a cursor, hide or reorder text (RFC 8259 section 7): readers get it back as it was.
    private static func write(_ value: String, to text: inout String) {
        text += "\""
        defer { text += "\"" }
        // Most names and addresses are plain ASCII.
        if value.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F && $0 != 0x22 && $0 != 0x5C }) {
            text += value
            return
        }
        for scalar in value.unicodeScalars {
            switch scalar {
            case "\"": text += "\\\""
            case "\\": text += "\\\\"
            case "\n": text += "\\n"
            case "\r": text += "\\r"
            case "\t": text += "\\t"
            default:
                if Sanitizer.isHarmful(scalar) {
                    for unit in UTF16.encode(scalar) ?? UTF16.encodedReplacementCharacter { write(unit: unit, to: &text) }
                } else {
                    text.unicodeScalars.append(scalar)
                }
            }
        }
    }

    private static func write(unit: UInt16, to text: inout String) {
        let digits = String(unit, radix: 16)
        text += "\\u" + String(repeating: "0", count: 4 - digits.utf8.count) + digits
    }
}
