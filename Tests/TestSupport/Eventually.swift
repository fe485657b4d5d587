/// A condition did not come true in time.
public struct TimeLimitExceeded: Error, Sendable, CustomStringConvertible {
    public let limit: Duration
    public let condition: String

    public var description: String {
        "not within \(limit): \(condition)"
    }
}

/// Waits until a condition holds, looking every few milliseconds; throws when it does not within the time limit.
///
/// Tests wait with this and never for a fixed time.
public func eventually(
    _ condition: String = "the condition",
    timeout: Duration = .seconds(120),
    _ holds: () async throws -> Bool
) async throws {
    let clock = ContinuousClock()
    let deadline = clock.now + timeout
    while true {
        if try await holds() { return }
        guard clock.now < deadline else { throw TimeLimitExceeded(limit: timeout, condition: condition) }
        try await Task.sleep(for: .milliseconds(2))
    }
}

/// Waits until a value is there and returns it; throws when it is not within the time limit.
public func eventually<Value>(
    _ condition: String = "the value",
    timeout: Duration = .seconds(120),
    every interval: Duration = .milliseconds(2),
    value: () async throws -> Value?
) async throws -> Value {
    let clock = ContinuousClock()
    let deadline = clock.now + timeout
    while true {
        if let found = try await value() { return found }
        guard clock.now < deadline else { throw TimeLimitExceeded(limit: timeout, condition: condition) }
        try await Task.sleep(for: interval)
    }
}
