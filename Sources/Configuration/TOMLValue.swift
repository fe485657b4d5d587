import CTOML

/// A value of TOML as far as settings can hold it.
enum TOMLValue: Sendable, Hashable {
    case string(String)
    case integer(Int64)
    case float(Double)
    case boolean(Bool)
    case date
    case array([Element])
    /// Of a list of tables; its keys are leaves of their own.
    case table

    /// One value of a list, with its place.
    struct Element: Sendable, Hashable {
        var value: TOMLValue
        var line: Int
        var column: Int
    }

    /// - Parameters:
    ///   - leaf: the value.
    ///   - elements: what is in it when it is a list.
    init(_ leaf: ctoml_leaf, elements: [Element] = []) {
        switch leaf.type {
        case CTOML_STRING:
            let bytes = UnsafeRawBufferPointer(start: leaf.text, count: leaf.length)
            self = .string(String(decoding: bytes, as: UTF8.self))
        case CTOML_INTEGER: self = .integer(leaf.integer)
        case CTOML_FLOAT: self = .float(leaf.number)
        case CTOML_BOOLEAN: self = .boolean(leaf.boolean)
        case CTOML_ARRAY: self = .array(elements)
        case CTOML_TABLE: self = .table
        default: self = .date
        }
    }

    /// What it is, for messages: `the text "fast"`, `the number 7`.
    ///
    /// Long texts are cut, controls are escaped.
    var described: String {
        switch self {
        case .string(let text):
            let shown = text.unicodeScalars.prefix(40).map { $0.escaped(asASCII: false) }.joined()
            return "the text \"\(shown)\(text.unicodeScalars.count > 40 ? "…" : "")\""
        case .integer(let number): return "the number \(number)"
        case .float(let number): return "the number \(number)"
        case .boolean(let value): return "\(value)"
        case .date: return "a date"
        case .array: return "a list"
        case .table: return "a table"
        }
    }

    /// A text as TOML writes it, in double quotes (TOML 1.0, basic strings).
    static func quoted(_ text: String) -> String {
        var result = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": result += "\\\""
            case "\\": result += "\\\\"
            case _ where scalar.value < 32 || scalar.value == 127:
                let hex = String(scalar.value, radix: 16)
                result += "\\u" + String(repeating: "0", count: 4 - hex.count) + hex
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result + "\""
    }
}
