/// Durations in rows and messages are numbers of seconds; the pair of numbers that Swift makes of them is read as well.
struct SecondsCoding: Codable {
    var duration: Duration

    init(_ duration: Duration) {
        self.duration = duration
    }

    init(from decoder: any Decoder) throws {
        // Two forms: the first that fits is taken.
        if let seconds = try? decoder.singleValueContainer().decode(Double.self) {
            duration = .clamping(seconds: seconds)
        } else {
            duration = try Duration(from: decoder)
        }
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(duration.inSeconds)
    }
}

extension KeyedDecodingContainer {
    /// Reads a member into a place that holds its default, which stays when the member is missing.
    func read<Value: Decodable>(_ key: Key, into place: inout Value) throws {
        if let value = try decodeIfPresent(Value.self, forKey: key) { place = value }
    }

    /// As above, for one that may be nil.
    func read<Value: Decodable>(_ key: Key, into place: inout Value?) throws {
        guard contains(key) else { return }
        place = try decodeIfPresent(Value.self, forKey: key)
    }

    func readSeconds(_ key: Key, into place: inout Duration) throws {
        if let value = try decodeIfPresent(SecondsCoding.self, forKey: key) { place = value.duration }
    }
}

extension KeyedEncodingContainer {
    /// Writes a member that has not its default.
    mutating func write<Value: Encodable & Equatable>(_ value: Value, unless usual: Value, _ key: Key) throws {
        if value != usual { try encode(value, forKey: key) }
    }
}
