internal import FoundationEssentials

/// The calls that a connection is answered, each with what answers it.
public struct CallTable: Sendable {
    /// Runs a call that has been understood; the result is JSON.
    typealias Answer = @Sendable () async -> Result<[UInt8], LinkError>

    private var readers: [String: @Sendable (KeyedDecodingContainer<Request.Key>?) throws -> Answer] = [:]

    public init() {}

    /// Answers calls of a type; replaces what answered them before.
    ///
    /// The calls of one connection are answered one after the other, so the body may wait as long as it needs.
    public mutating func on<Call: AgentCall>(_ type: Call.Type, _ body: @escaping @Sendable (Call) async throws(LinkError) -> Call.Reply) {
        readers[Call.method] = { container in
            let call =
                if let container { try container.decode(Call.self, forKey: .params) } else {
                    // A call without members may be sent without parameters.
                    try JSONDecoder().decode(Call.self, from: Data("{}".utf8))
                }
            return {
                do throws(LinkError) {
                    return .success(try Wire.encode(try await body(call)))
                } catch {
                    return .failure(error)
                }
            }
        }
    }

    /// Reads the parameters of a call.
    func answer(_ method: String, _ container: KeyedDecodingContainer<Request.Key>?) throws(LinkError) -> Answer {
        guard let reader = readers[method] else {
            throw LinkError(.unknownMethod, "there is no method \"\(method.prefix(100))\"")
        }
        do {
            return try reader(container)
        } catch DecodingError.dataCorrupted(let context) where context.codingPath.last?.stringValue == "session" {
            throw LinkError(.invalidIdentifier, context.debugDescription)
        } catch let error as DecodingError {
            throw LinkError(.invalidParameters, error.sentence)
        } catch {
            // Of the numbers that JSON allows, Swift knows only those that fit.
            throw LinkError(.invalidParameters, "params: a number is out of range")
        }
    }
}

/// A request or a notification of a client, read by the table that will answer it.
struct Request: Decodable {
    enum Key: String, CodingKey {
        case jsonrpc, id, method, params
    }

    private static let table = CodingUserInfoKey(rawValue: "table")

    /// Nil for a notification, which is never answered.
    var id: RequestID?
    var method = ""

    /// Of a `hello`: the version of the link that the client speaks.
    var link: Int?
    var answer: Result<CallTable.Answer, LinkError>

    /// Never throws for JSON of any shape: an error of the decoder means that it was no JSON.
    init(from decoder: any Decoder) {
        guard let container = try? decoder.container(keyedBy: Key.self) else {
            id = .null
            let isBatch = (try? decoder.unkeyedContainer()) != nil
            let detail = isBatch ? "batches are not taken; send each request on a line of its own" : "a request is an object"
            answer = .failure(LinkError(.invalidRequest, detail))
            return
        }
        if container.contains(.id) {
            guard let id = RequestID(from: container, .id) else {
                id = .null
                answer = .failure(LinkError(.invalidRequest, "id: a number or a short string is expected"))
                return
            }
            self.id = id
        }
        guard (try? container.decode(String.self, forKey: .jsonrpc)) == "2.0",
            let method = try? container.decode(String.self, forKey: .method)
        else {
            id = id ?? .null
            answer = .failure(LinkError(.invalidRequest, "a request has \"jsonrpc\": \"2.0\" and a \"method\""))
            return
        }
        self.method = method
        guard let key = Self.table, let table = decoder.userInfo[key] as? CallTable else {
            answer = .failure(LinkError(.internal, "nothing answers"))
            return
        }
        if method == HelloCall.method { link = (try? container.decode(HelloCall.self, forKey: .params))?.link }
        let hasParameters = container.contains(.params) && (try? container.decodeNil(forKey: .params)) != true
        do throws(LinkError) {
            answer = .success(try table.answer(method, hasParameters ? container : nil))
        } catch {
            answer = .failure(error)
        }
    }

    /// Reads a line.
    ///
    /// - Throws: `parse` when it is no JSON.
    static func read(_ line: [UInt8], _ calls: CallTable) throws(LinkError) -> Request {
        let decoder = JSONDecoder()
        if let table { decoder.userInfo[table] = calls }
        do {
            return try decoder.decode(Request.self, from: Data(line))
        } catch {
            throw LinkError(.parse, "this is no JSON: \((error as? DecodingError)?.sentence ?? "\(error)")")
        }
    }
}
