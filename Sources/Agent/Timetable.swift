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

    /// The limit that holds without a schedule was set by hand, and not by the configuration.
    var isStandingByHand = false

    /// A limit was set by hand since the schedule last changed: that holds.
    var isLimitByHand = false

    /// The alternative limit is on.
    var isAlternative = false

    /// The tasks that wait for their turn and that no schedule holds up.
    var hurried: Set<TaskID> = []

    /// The tasks that share the limit of a group now, and whether they are others than when it was last shared out.
    var limited: Set<TaskID> = []
    var isShareStale = false

    mutating func forget(_ id: TaskID) {
        hurried.remove(id)
        if limited.remove(id) != nil { isShareStale = true }
    }

    /// Looked at again no earlier than this: a clock that stands still must not make it turn.
    static let shortest = Duration.milliseconds(50)
}
