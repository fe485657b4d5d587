internal import DownloadCore

/// What the schedule says at present, and what a person has set against it.
struct Timetable {
    /// What holds since the last look.
    var present = Schedule.State.open

    /// When tasks may run again, while they may not; nil when that is never.
    var reopens: WallTime?

    /// When to look again; nil when nothing will change.
    var due: Instant?

    /// The schedule, the clock or the time zone may be another one than at the last look.
    var isStale = false

    /// The window whose limit holds.
    var limitWindow: Schedule.Window?

    /// A limit that was set by hand: it holds until the schedule or the configuration says another thing than it said then.
    var limitByHand: LimitByHand?

    /// The one by hand has been dropped, which the store has still to hear.
    var isLimitDropped = false

    /// The alternative limit is on.
    var isAlternative = false

    /// The tasks that wait for their turn and that no schedule holds up.
    var hurried: Set<TaskID> = []

    /// Groups may have other caps than when the running tasks began.
    var areGroupsNew = false

    /// The tasks that share the limit of a group now, and whether they are others than when it was last shared out.
    var limited: Set<TaskID> = []
    var isShareStale = false

    struct LimitByHand: Sendable, Hashable {
        /// Bytes a second; nil for none.
        var rate: Int64?
    }

    mutating func dropLimitByHand() {
        guard limitByHand != nil else { return }
        limitByHand = nil
        isLimitDropped = true
    }

    mutating func forget(_ id: TaskID) {
        hurried.remove(id)
        if limited.remove(id) != nil { isShareStale = true }
    }

    /// Looked at again no earlier than this: a clock that stands still must not make it turn.
    static let shortest = Duration.milliseconds(50)
}
