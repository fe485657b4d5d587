/// When downloads may run, and how fast: windows that come again every week.
public struct Schedule: Sendable, Hashable {
    public enum Weekday: Int, Sendable, Hashable, CaseIterable {
        case monday, tuesday, wednesday, thursday, friday, saturday, sunday

        /// As people write it in the configuration.
        public var name: String {
            switch self {
            case .monday: "mon"
            case .tuesday: "tue"
            case .wednesday: "wed"
            case .thursday: "thu"
            case .friday: "fri"
            case .saturday: "sat"
            case .sunday: "sun"
            }
        }
    }

    /// What holds in a window besides its limit.
    public enum Effect: Sendable, Hashable {
        case none
        /// Nothing runs.
        case pause
        /// Downloads run in this window and in others of its kind, and at no other time.
        case only
    }

    /// A limit of all tasks together.
    public enum Limit: Sendable, Hashable {
        /// The one that holds without a schedule.
        case standing
        /// Bytes a second; nil for none.
        case rate(Int64?)
    }

    /// A part of the day on some days of the week.
    public struct Window: Sendable, Hashable {
        /// The days on which it begins.
        public var days: Set<Weekday>

        /// Minutes since midnight, 0 to 1440; a window that ends where it begins, or before, ends on the next day.
        public var from: Int
        public var to: Int
        public var effect: Effect
        public var limit: Limit

        public init(
            days: Set<Weekday> = Set(Weekday.allCases),
            from: Int = 0,
            to: Int = 1_440,
            effect: Effect = .none,
            limit: Limit = .standing
        ) {
            self.days = days
            self.from = from
            self.to = to
            self.effect = effect
            self.limit = limit
        }
    }

    /// What holds at a moment.
    public struct State: Sendable, Hashable {
        public var mayRun: Bool
        public var limit: Limit

        public init(mayRun: Bool, limit: Limit) {
            self.mayRun = mayRun
            self.limit = limit
        }

        /// What holds without a schedule.
        public static let open = State(mayRun: true, limit: .standing)
    }

    public var windows: [Window]

    public init(_ windows: [Window] = []) {
        self.windows = windows
    }

    /// So far ahead is looked: two weeks, since the clock change can leave a window out.
    private static let days: Int64 = 15

    /// How far around a moment a zone has to be known for the questions below.
    public static let horizon = Duration.seconds((days + 2) * 86_400)

    /// What holds now.
    ///
    /// A pause wins over everything; of several limits the one that stands last in the configuration holds.
    public func state(at moment: WallTime, in zone: LocalZone) -> State {
        let open = windows.filter { contains($0, moment, zone) }
        let isRestricted = windows.contains { $0.effect == .only }
        let isPaused = open.contains { $0.effect == .pause }
        return State(
            mayRun: !isPaused && (!isRestricted || open.contains { $0.effect == .only }),
            limit: open.last { $0.limit != .standing }?.limit ?? .standing
        )
    }

    /// The window whose limit holds now; nil when none has one.
    public func limitingWindow(at moment: WallTime, in zone: LocalZone) -> Window? {
        windows.last { $0.limit != .standing && contains($0, moment, zone) }
    }

    /// When something else will hold; nil when nothing changes.
    public func nextChange(after moment: WallTime, in zone: LocalZone) -> WallTime? {
        let present = state(at: moment, in: zone)
        return edges(after: moment, zone).first { state(at: $0, in: zone) != present }
    }

    /// When downloads may run again, or now if they may; nil when they never may.
    public func nextStart(from moment: WallTime, in zone: LocalZone) -> WallTime? {
        if state(at: moment, in: zone).mayRun { return moment }
        return edges(after: moment, zone).first { state(at: $0, in: zone).mayRun }
    }

    // MARK: - Days

    private func contains(_ window: Window, _ moment: WallTime, _ zone: LocalZone) -> Bool {
        let today = Self.day(of: zone.local(at: moment))
        // It may have begun yesterday; where clocks are set back over midnight, the day before that.
        return (today - 2...today + 1).contains { day in
            guard let (start, end) = Self.span(of: window, on: day, zone) else { return false }
            return start <= moment && moment < end
        }
    }

    /// The moments at which a window begins or ends, in order.
    private func edges(after moment: WallTime, _ zone: LocalZone) -> [WallTime] {
        let today = Self.day(of: zone.local(at: moment))
        let spans = windows.flatMap { window in
            (today - 2...today + Self.days).compactMap { Self.span(of: window, on: $0, zone) }
        }
        return Set(spans.flatMap { [$0.start, $0.end] }).filter { $0 > moment }.sorted()
    }

    /// The window that begins on a day, in days since 1970; nil when it does not begin then, or when the clock change leaves nothing of it.
    private static func span(of window: Window, on day: Int64, _ zone: LocalZone) -> (start: WallTime, end: WallTime)? {
        guard let weekday = Weekday(rawValue: Int(((day + 3) % 7 + 7) % 7)), window.days.contains(weekday) else { return nil }
        let midnight = day * 86_400
        let isOvernight = window.to <= window.from
        let start = zone.firstMoment(showing: midnight + Int64(window.from) * 60)
        let end = zone.firstMoment(showing: midnight + Int64(window.to) * 60 + (isOvernight ? 86_400 : 0))
        return start < end ? (start, end) : nil
    }

    /// Days since 1970, which began on a Thursday.
    private static func day(of local: Int64) -> Int64 {
        local / 86_400 - (local % 86_400 < 0 ? 1 : 0)
    }
}
