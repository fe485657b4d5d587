internal import DownloadCore
internal import FoundationEssentials
internal import SQLite

/// Turns values of the domain into the JSON of rows, and back.
///
/// It remembers what it did last: thousands of rows that come one after the other are mostly alike.
final class RowCoder {
    private let encoder = JSONEncoder()
    private let decoder = JSONDecoder()
    private var pattern: RequestPattern?
    private var progress: (body: [UInt8], value: StoredProgress)?

    init() {
        // The same value is always the same text: an unchanged request is then recognised and not written again.
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        // A rate that is no number must not make a row impossible to write.
        encoder.nonConformingFloatEncodingStrategy = .convertToString(positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
        decoder.nonConformingFloatDecodingStrategy = .convertFromString(positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    }

    func encode(_ value: some Encodable) throws(Failure) -> [UInt8] {
        do {
            return [UInt8](try encoder.encode(value))
        } catch {
            throw Failure(.internal, "a row cannot be encoded: \(error)")
        }
    }

    /// Nil for what is not the JSON of such a value.
    func decode<Value: Decodable>(_ type: Value.Type, _ bytes: [UInt8]) -> Value? {
        // Why does not matter: the row is set apart as broken either way.
        try? decoder.decode(type, from: Data(bytes))
    }

    // MARK: - What is written most

    func encode(progress: StoredProgress) throws(Failure) -> [UInt8] {
        var text = RowText()
        try text.value(progress, self)
        return text.bytes
    }

    func encode(event: Event) throws(Failure) -> [UInt8] {
        var text = RowText()
        try text.value(event, self)
        return text.bytes
    }

    // MARK: - Requests and progress

    func encode(request: DownloadRequest) throws(Failure) -> [UInt8] {
        if let known = pattern?.body(of: request) { return known }
        let body = try encode(request)
        pattern = RequestPattern(request, body) ?? pattern
        return body
    }

    /// As `decode`.
    func request(_ body: [UInt8]) -> DownloadRequest? {
        if let known = pattern?.request(of: body) { return known }
        guard let request = decode(DownloadRequest.self, body) else { return nil }
        pattern = RequestPattern(request, body) ?? pattern
        return request
    }

    /// As `decode`.
    func progress(_ body: [UInt8]) -> StoredProgress? {
        if let progress, progress.body == body { return progress.value }
        guard let value = decode(StoredProgress.self, body) else { return nil }
        progress = (body, value)
        return value
    }
}
