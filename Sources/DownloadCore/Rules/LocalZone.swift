/// The clock on the wall of one place over some weeks: how far it is ahead of UTC, and when that changes.
public struct LocalZone: Sendable, Hashable {
    /// From a moment on, clocks are ahead of UTC by so many seconds.
    public struct Change: Sendable, Hashable {
        public var at: WallTime
        public var offset: Int64

        public init(at: WallTime, offset: Int64) {
            self.at = at
            self.offset = offset
        }
    }

    /// Seconds ahead of UTC before the first change.
    private let first: Int64
    private let changes: [Change]

    public static let utc = LocalZone(offset: 0)

    /// Makes a zone; offsets of more than a day are none that a place ever had, and are cut to that.
    public init(offset: Int64, changes: [Change] = []) {
        func fitting(_ offset: Int64) -> Int64 { min(max(offset, -86_400), 86_400) }
        first = fitting(offset)
        self.changes = changes.sorted { $0.at < $1.at }.map { Change(at: $0.at, offset: fitting($0.offset)) }
    }

    /// What clocks show at a moment: seconds since 1970-01-01 as they count them.
    public func local(at moment: WallTime) -> Int64 {
        moment.seconds.saturatingAdd(changes.last { $0.at <= moment }?.offset ?? first)
    }

    /// The first moment at which clocks show this or more.
    ///
    /// So a time of day that is skipped in spring is the moment of the jump, and one that comes twice in autumn is the first of the two.
    public func firstMoment(showing local: Int64) -> WallTime {
        var start = WallTime(nanoseconds: .min)
        var offset = first
        for change in changes {
            let moment = WallTime(seconds: local.saturatingSubtract(offset))
            if moment < change.at { return max(moment, start) }
            (start, offset) = (change.at, change.offset)
        }
        return max(WallTime(seconds: local.saturatingSubtract(offset)), start)
    }
}
