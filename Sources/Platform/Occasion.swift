internal import Synchronization

/// Something that happens once, with a value, and that others wait for.
public final class Occasion<Value: Sendable>: Sendable {
    private struct State {
        var value: Value?
        var next: UInt64 = 0
        var waiting: [UInt64: CheckedContinuation<Value?, Never>] = [:]
        /// Waits that were cancelled before they had begun.
        var cancelled: Set<UInt64> = []
    }

    private let state = Mutex(State())

    public init() {}

    /// The value, if it has happened.
    public var current: Value? {
        state.withLock(\.value)
    }

    /// Says that it happened; only the first call counts.
    public func happen(_ value: Value) {
        let waiting = state.withLock { state in
            guard state.value == nil else { return [CheckedContinuation<Value?, Never>]() }
            state.value = value
            defer { state.waiting = [:] }
            return Array(state.waiting.values)
        }
        for continuation in waiting { continuation.resume(returning: value) }
    }

    /// Waits for it; nil when the waiting task is cancelled first.
    public func value() async -> Value? {
        let number = state.withLock { state in
            defer { state.next += 1 }
            return state.next
        }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let known: Value?? = state.withLock { state in
                    if let value = state.value { return .some(value) }
                    if state.cancelled.remove(number) != nil { return .some(nil) }
                    state.waiting[number] = continuation
                    return .none
                }
                if let known { continuation.resume(returning: known) }
            }
        } onCancel: {
            let continuation = state.withLock { state in
                let continuation = state.waiting.removeValue(forKey: number)
                if continuation == nil, state.value == nil { state.cancelled.insert(number) }
                return continuation
            }
            continuation?.resume(returning: nil)
        }
    }
}
