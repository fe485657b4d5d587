/// How many connections one task should have now: it starts with one and adds more only while that makes it faster.
public struct ConnectionRamp: Sendable, Hashable {
    /// The time that a new connection is given to show what it is worth.
    public static let patience = Duration.milliseconds(600)

    /// A further connection must raise the total rate by this share of what one connection has on average.
    public static let worthwhileGain = 0.3

    /// After a step that brought nothing, one more connection is tried after this time, then after twice as long each time, up to 64 times.
    public static let pause = Duration.seconds(8)

    /// After the server refused a further connection, the next one is tried after this time.
    public static let refusalPause = Duration.seconds(60)

    /// Whatever a file is worth: less than this much time left on the present connections, and a new one is not opened.
    public static let shortestWork = Duration.milliseconds(400)

    public private(set) var wanted = 1

    /// The total rate when the last step was made, in bytes a second.
    private var rateBefore = 0.0
    private var connectionsBefore = 0
    private var wantedBefore = 1

    /// Steps in a row that brought nothing.
    private var fruitless = 0
    private var nextStep: Instant?

    public init() {}

    /// Looks at what the task has now and decides how many connections it should have.
    ///
    /// - Parameters:
    ///   - rate: bytes a second of all its connections.
    ///   - running: connections from which bytes are coming.
    ///   - remaining: bytes that are left to fetch.
    ///   - limit: the most it may have, from its own cap and from what its host has left.
    ///   - now: the present moment.
    /// - Returns: how many it should have; more than there are now when some are to be opened.
    public mutating func update(rate: Double, running: Int, remaining: Int64, limit: Int, now: Instant) -> Int {
        guard limit > 1, running > 0 else {
            wanted = max(1, min(wanted, limit))
            return wanted
        }
        wanted = min(wanted, limit)
        guard let due = nextStep else {
            nextStep = now.advanced(by: Self.patience)
            return wanted
        }
        guard due <= now, running >= wanted else { return wanted }
        if connectionsBefore > 0 {
            let share = rateBefore / Double(connectionsBefore)
            let added = Double(max(1, running - connectionsBefore))
            if rate - rateBefore < Self.worthwhileGain * share * added {
                // It did not help. What runs goes on, but what ends is not replaced, and it is long before the next step.
                wanted = min(wantedBefore, limit)
                connectionsBefore = 0
                nextStep = now.advanced(by: Self.pause * (1 << min(fruitless, 6)))
                fruitless += 1
                return wanted
            }
            fruitless = 0
        }
        let present = max(wanted, running)
        guard present < limit, rate > 0, Double(remaining) / rate > Self.shortestWork.inSeconds else { return wanted }
        rateBefore = rate
        connectionsBefore = running
        wantedBefore = wanted
        wanted = fruitless > 0 ? present + 1 : present > limit / 2 ? limit : present * 2
        nextStep = now.advanced(by: Self.patience)
        return wanted
    }

    /// The server refused a further connection: fewer from now on, and no more for a while.
    public mutating func refused(running: Int, now: Instant) {
        wanted = max(1, running)
        connectionsBefore = 0
        nextStep = now.advanced(by: Self.refusalPause)
    }
}
