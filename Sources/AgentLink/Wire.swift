internal import FoundationEssentials

/// JSON-RPC 2.0 as bytes: lines with their line feed.
enum Wire {
    /// The number that JSON-RPC has for a code (section 5.1 of its specification); -32000 for what is Haul's own.
    static func number(of code: LinkError.Code) -> Int {
        switch code {
        case .parse: -32700
        case .invalidRequest: -32600
        case .unknownMethod: -32601
        case .invalidParameters: -32602
        case .internal: -32603
        default: -32000
        }
    }

    static func request(_ method: String, id: Int64, _ parameters: some Encodable) throws(LinkError) -> [UInt8] {
        let head = Array(#"{"jsonrpc":"2.0","id":\#(id),"method":"\#(method)","params":"#.utf8)
        return try finish(head + encode(parameters))
    }

    static func notice<Notice: AgentNotice>(_ notice: Notice) throws(LinkError) -> [UInt8] {
        try finish(Array(#"{"jsonrpc":"2.0","method":"\#(Notice.method)","params":"#.utf8) + encode(notice))
    }

    /// A reply; the result is JSON already.
    static func reply(to id: RequestID, result: [UInt8]) throws(LinkError) -> [UInt8] {
        try finish(Array(#"{"jsonrpc":"2.0","id":"#.utf8) + id.json + Array(#","result":"#.utf8) + result)
    }

    static func failure(_ error: LinkError, to id: RequestID) -> [UInt8] {
        var body = WireError(error)
        // The message may quote what somebody sent.
        if body.message.utf8.count > 2000 { body.message = String(body.message.prefix(400)) }
        let json = (try? encode(body)) ?? Array(#"{"code":-32603,"message":"the error cannot be told"}"#.utf8)
        return Array(#"{"jsonrpc":"2.0","id":"#.utf8) + id.json + Array(#","error":"#.utf8) + json + Array("}\n".utf8)
    }

    static func encode(_ value: some Encodable) throws(LinkError) -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = value is WireError ? [.withoutEscapingSlashes, .sortedKeys] : [.withoutEscapingSlashes]
        do {
            return [UInt8](try encoder.encode(value))
        } catch {
            throw LinkError(.internal, "a message cannot be written as JSON: \(error)")
        }
    }

    private static func finish(_ message: [UInt8]) throws(LinkError) -> [UInt8] {
        guard message.count + 2 <= LinkLimits.message else {
            throw LinkError(.internal, "the message would be longer than \(LinkLimits.message) bytes; ask for less at a time")
        }
        return message + Array("}\n".utf8)
    }
}

/// What a request is answered under.
enum RequestID: Sendable, Hashable {
    case integer(Int64)
    case number(Double)
    case text(String)
    case null

    /// Nil for what is no id, or one of a length that nobody needs.
    init?<Key>(from container: KeyedDecodingContainer<Key>, _ key: Key) {
        if (try? container.decodeNil(forKey: key)) == true {
            self = .null
        } else if let integer = try? container.decode(Int64.self, forKey: key) {
            self = .integer(integer)
        } else if let number = try? container.decode(Double.self, forKey: key), number.isFinite {
            self = .number(number)
        } else if let text = try? container.decode(String.self, forKey: key), text.utf8.count <= 1024 {
            self = .text(text)
        } else {
            return nil
        }
    }

    var json: [UInt8] {
        switch self {
        case .integer(let integer): Array("\(integer)".utf8)
        case .number(let number): (try? Wire.encode(number)) ?? Array("null".utf8)
        case .text(let text): (try? Wire.encode(text)) ?? Array("null".utf8)
        case .null: Array("null".utf8)
        }
    }
}

/// The error object of a reply.
struct WireError: Codable {
    struct Details: Codable {
        var code: String?
        var holder: Int32?
    }

    var code: Int
    var message: String
    var data: Details?

    init(_ error: LinkError) {
        code = Wire.number(of: error.code)
        message = error.detail
        data = Details(code: error.code.rawValue, holder: error.holder)
    }

    /// A code that this version does not know becomes JSON-RPC's own one for the number, else `internal`.
    var error: LinkError {
        let named = data?.code.flatMap(LinkError.Code.init)
        let known = named ?? LinkError.Code.allCases.first { code != -32000 && Wire.number(of: $0) == code } ?? .internal
        return LinkError(known, message, holder: data?.holder)
    }
}

extension DecodingError {
    /// What is wrong and where, in a short sentence.
    var sentence: String {
        let (context, missing): (Context, String?) =
            switch self {
            case .typeMismatch(_, let context), .valueNotFound(_, let context), .dataCorrupted(let context): (context, nil)
            case .keyNotFound(let key, let context): (context, key.stringValue)
            @unknown default: (Context(codingPath: [], debugDescription: ""), nil)
            }
        let path = context.codingPath.map { $0.intValue.map(String.init) ?? $0.stringValue }.joined(separator: ".")
        let place = path.isEmpty ? "" : "\(path): "
        return place + (missing.map { "\"\($0)\" is missing" } ?? context.debugDescription)
    }
}
