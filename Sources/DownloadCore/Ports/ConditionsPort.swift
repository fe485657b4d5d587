/// What watches power, network, sleep and load.
public protocol ConditionsPort: Sendable {
    /// What is known at the start: returns when every source has answered or has taken too long.
    func current() async -> Conditions

    /// What is known after each change, the newest only; for one reader.
    var changes: AsyncStream<Conditions> { get }

    /// Runnable processes over the last minute for each processor, in percent; nil when that is not known.
    func load() -> Int?

    /// Lets the machine sleep: all that was to be stopped before has been.
    func readyForSleep() async
}
