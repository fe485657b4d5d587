internal import DownloadCore
internal import FoundationEssentials
internal import SQLite

/// Turns values of the domain into the JSON of rows, and back.
struct RowCoder {
    private let encoder = JSONEncoder()
    private let decoder = JSONDecoder()

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
}
