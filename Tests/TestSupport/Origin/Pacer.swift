/// Spreads the bytes of a connection over time so that they stay at a rate.
struct Pacer {
    private let bytesPerSecond: Int64?
    private let start = ContinuousClock.now
    private var sent: Int64 = 0

    init(bytesPerSecond: Int64?) {
        self.bytesPerSecond = bytesPerSecond.map { max(1, $0) }
    }

    /// The most bytes to send at one time: a fortieth of a second's worth, or 256 KiB without a limit.
    var largestStep: Int64 {
        guard let bytesPerSecond else { return 256 << 10 }
        return min(max(1, bytesPerSecond / 40), 256 << 10)
    }

    /// How long to wait after so many more bytes.
    mutating func delay(after count: Int64) -> Duration {
        guard let bytesPerSecond else { return .zero }
        sent += count
        let due = start + .seconds(Double(sent) / Double(bytesPerSecond))
        return max(.zero, due - ContinuousClock.now)
    }
}
