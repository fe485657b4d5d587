/// A JSON value, read strictly: what `JSON(parsing:)` takes, every parser takes.
indirect enum JSON: Hashable {
    case null
    case bool(Bool)
    case integer(Int64)
    case number(Double)
    case string(String)
    case array([JSON])
    case object([String: JSON])

    struct Malformed: Error {
        var text: String
        var offset: Int
    }

    init(parsing text: String) throws(Malformed) {
        var reader = JSONReader(text)
        self = try reader.document()
    }

    subscript(_ key: String) -> JSON? {
        if case .object(let members) = self { members[key] } else { nil }
    }

    var string: String? {
        if case .string(let text) = self { text } else { nil }
    }

    var integer: Int64? {
        if case .integer(let number) = self { number } else { nil }
    }

    var bool: Bool? {
        if case .bool(let value) = self { value } else { nil }
    }
}
