/// The number of a task: positive, unique within its store, never used again.
public struct TaskID: RawRepresentable, Sendable, Hashable, Comparable, Codable, CustomStringConvertible {
    public let rawValue: Int64

    public init(rawValue: Int64) {
        self.rawValue = rawValue
    }

    public static func < (left: TaskID, right: TaskID) -> Bool {
        left.rawValue < right.rawValue
    }

    public var description: String {
        String(rawValue)
    }

    public init(from decoder: any Decoder) throws {
        rawValue = try decoder.singleValueContainer().decode(Int64.self)
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(rawValue)
    }
}

/// The number of one connection of one task; unique while the process lives.
public struct ConnectionID: RawRepresentable, Sendable, Hashable, Comparable, Codable {
    public let rawValue: Int64

    public init(rawValue: Int64) {
        self.rawValue = rawValue
    }

    public static func < (left: ConnectionID, right: ConnectionID) -> Bool {
        left.rawValue < right.rawValue
    }
}
