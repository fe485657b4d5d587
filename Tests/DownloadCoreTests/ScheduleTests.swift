import DownloadCore
import TestSupport
import Testing

/// Windows of the week, in virtual time; the places and their clock changes are those of 2026 and 2027.
@Suite struct ScheduleTests {
    /// 2026-03-29 01:00 UTC to 2026-10-25 01:00 UTC, and the next year's.
    static let berlin = LocalZone(
        offset: 3_600,
        changes: [
            .init(at: WallTime(seconds: 1_774_746_000), offset: 7_200), .init(at: WallTime(seconds: 1_792_890_000), offset: 3_600),
            .init(at: WallTime(seconds: 1_806_195_600), offset: 7_200), .init(at: WallTime(seconds: 1_824_944_400), offset: 3_600),
        ]
    )

    /// The clock is set from midnight to one o'clock, as in Beirut.
    static let beirut = LocalZone(offset: 7_200, changes: [.init(at: WallTime(seconds: 1_774_735_200), offset: 10_800)])

    private func schedule(_ from: String, _ to: String, days: Set<Schedule.Weekday> = Set(Schedule.Weekday.allCases)) -> Schedule {
        Schedule([.init(days: days, from: minutes(from), to: minutes(to), effect: .only)])
    }

    private func minutes(_ text: String) -> Int {
        let parts = text.split(separator: ":").map { Int($0) ?? 0 }
        return parts[0] * 60 + parts[1]
    }

    /// What clocks in a zone show, as `month-day hour:minute`.
    private func shown(_ moment: WallTime?, _ zone: LocalZone) -> String {
        guard let moment else { return "never" }
        let local = zone.local(at: moment)
        let template = (try? NameTemplate(parsing: "{date:%m-%d %H:%M}")) ?? .timestamp
        let time = WallTime(seconds: local)
        return FileName.make(
            template: template,
            hints: NameHints(url: ""),
            chosen: nil,
            time: time,
            task: TaskID(rawValue: 1),
            collisions: 0
        )
    }

    @Test func `nothing is restricted without windows`() {
        let schedule = Schedule()
        #expect(schedule.state(at: WallTime(seconds: 0), in: .utc) == .open)
        #expect(schedule.nextChange(after: WallTime(seconds: 0), in: .utc) == nil)
        #expect(schedule.nextStart(from: WallTime(seconds: 5), in: .utc) == WallTime(seconds: 5))
    }

    @Test(arguments: [
        (0, "fri", false), (3, "mon", true), (4, "tue", false), (8, "sat", false), (10, "mon", true),
    ])
    func `days of the week are those of the calendar`(day: Int64, name: String, isMonday: Bool) {
        // 2026-01-02 was a Friday.
        let midnight = WallTime(seconds: 1_767_312_000 + day * 86_400)
        #expect(schedule("00:00", "24:00", days: [.monday]).state(at: midnight, in: .utc).mayRun == isMonday)
        let today = Schedule.Weekday.allCases.filter { schedule("00:00", "24:00", days: [$0]).state(at: midnight, in: .utc).mayRun }
        #expect(today.map(\.name) == [name])
    }

    @Test func `a window over midnight belongs to the day on which it begins`() {
        // Friday 22:00 to Saturday 06:00.
        let night = schedule("22:00", "06:00", days: [.friday])
        let friday = WallTime(seconds: 1_767_312_000)
        #expect(night.state(at: friday.advanced(by: .seconds(3_600)), in: .utc).mayRun == false)
        #expect(shown(night.nextStart(from: friday, in: .utc), .utc) == "01-02 22:00")
        let open = friday.advanced(by: .seconds(22 * 3_600))
        #expect(night.state(at: open, in: .utc).mayRun)
        #expect(night.state(at: open.advanced(by: .seconds(-1)), in: .utc).mayRun == false)
        #expect(shown(night.nextChange(after: open, in: .utc), .utc) == "01-03 06:00")
    }

    @Test func `a time that is skipped in spring is the moment of the jump`() {
        let zone = Self.berlin
        let saturday = WallTime(seconds: 1_774_652_400)
        // The clock goes from 01:59 to 03:00.
        let window = schedule("02:30", "04:00")
        #expect(shown(window.nextStart(from: saturday.advanced(by: .seconds(86_400)), in: zone), zone) == "03-29 03:00")
        let inside = schedule("02:15", "02:45")
        #expect(shown(inside.nextStart(from: saturday, in: zone), zone) == "03-28 02:15")
        // Nothing is left of it that night.
        #expect(shown(inside.nextStart(from: saturday.advanced(by: .seconds(80_000)), in: zone), zone) == "03-30 02:15")
        let sunday = schedule("02:15", "02:45", days: [.sunday])
        #expect(shown(sunday.nextStart(from: saturday, in: zone), zone) == "04-05 02:15")
    }

    @Test func `a time that comes twice in autumn is the first of the two`() {
        let zone = Self.berlin
        let sunday = WallTime(seconds: 1_792_879_200)
        #expect(shown(sunday, zone) == "10-25 00:00")
        let window = schedule("02:15", "02:45", days: [.sunday])
        let start = window.nextStart(from: sunday, in: zone)
        #expect(start == WallTime(seconds: 1_792_890_000 - 45 * 60))
        // It ends half an hour later, and does not come again an hour later.
        let end = start.flatMap { window.nextChange(after: $0, in: zone) }
        #expect(end == WallTime(seconds: 1_792_890_000 - 15 * 60))
        #expect(shown(end.flatMap { window.nextStart(from: $0, in: zone) }, zone) == "11-01 02:15")
        // One over the whole change is an hour longer.
        let long = schedule("01:00", "05:00", days: [.sunday])
        let begin = long.nextStart(from: sunday, in: zone)
        #expect(begin.flatMap { begin in long.nextChange(after: begin, in: zone).map { $0.since(begin) } } == .seconds(5 * 3_600))
    }

    @Test func `midnight itself may be skipped`() {
        let zone = Self.beirut
        let window = schedule("00:00", "06:00")
        let before = WallTime(seconds: 1_774_735_199)
        #expect(shown(before, zone) == "03-28 23:59")
        #expect(shown(window.nextStart(from: before, in: zone), zone) == "03-29 01:00")
    }

    @Test func `a pause wins, and of limits the last that holds`() {
        let noon = WallTime(seconds: 1_767_312_000 + 43_200)
        let slow = Schedule.Window(limit: .rate(1_000))
        let lunch = Schedule.Window(from: 660, to: 780, limit: .rate(nil))
        #expect(Schedule([slow, lunch]).state(at: noon, in: .utc) == .init(mayRun: true, limit: .rate(nil)))
        #expect(Schedule([lunch, slow]).state(at: noon, in: .utc) == .init(mayRun: true, limit: .rate(1_000)))
        let only = Schedule.Window(from: 600, to: 900, effect: .only)
        let pause = Schedule.Window(from: 700, to: 730, effect: .pause)
        let both = Schedule([pause, only, slow])
        #expect(both.state(at: noon, in: .utc) == .init(mayRun: false, limit: .rate(1_000)))
        #expect(shown(both.nextStart(from: noon, in: .utc), .utc) == "01-02 12:10")
        #expect(Schedule([.init(effect: .pause)]).nextStart(from: noon, in: .utc) == nil)
        #expect(Schedule([.init(effect: .pause)]).nextChange(after: noon, in: .utc) == nil)
    }

    /// The moments of a year at which something changes, told by the schedule one after the other, are all there are: looked at minute by minute.
    @Test(arguments: [1, 2, 3, 4] as [UInt64])
    func `over a whole year each change is told, and no other`(seed: UInt64) {
        var random = SeededRandom(seed)
        let zone = seed == 4 ? Self.beirut : Self.berlin
        let windows = (0..<3).map { _ -> Schedule.Window in
            var days = Set(Schedule.Weekday.allCases.filter { _ in random.oneIn(2) })
            if days.isEmpty { days = [.sunday] }
            // Most near the changes of the clock.
            let from = random.oneIn(2) ? Int.random(in: 0..<1_440, using: &random) : Int.random(in: 0..<240, using: &random)
            let to = random.oneIn(2) ? Int.random(in: 1...1_440, using: &random) : Int.random(in: 60...300, using: &random)
            let effect: Schedule.Effect = random.oneIn(2) ? .only : random.oneIn(2) ? .pause : .none
            return .init(days: days, from: from, to: to, effect: effect, limit: effect == .none ? .rate(Int64(from)) : .standing)
        }
        let schedule = Schedule(windows)
        var moment = WallTime(seconds: 1_767_225_600)
        let end = moment.advanced(by: .seconds(365 * 86_400))
        var state = schedule.state(at: moment, in: zone)
        var told = schedule.nextChange(after: moment, in: zone)
        var changes = 0
        while moment < end {
            moment = moment.advanced(by: .seconds(60))
            let now = schedule.state(at: moment, in: zone)
            guard now != state else { continue }
            changes += 1
            #expect(told == moment, "at \(shown(moment, zone)), not at \(shown(told, zone))")
            (state, told) = (now, schedule.nextChange(after: moment, in: zone))
            if !now.mayRun, let start = schedule.nextStart(from: moment, in: zone) {
                #expect(start > moment && schedule.state(at: start, in: zone).mayRun)
            }
        }
        #expect(changes > 50)
        // Nothing was told that did not come.
        #expect(told.map { $0 > end } ?? false)
    }

    @Test func `times at the ends of what can be said trap nothing`() {
        for nanoseconds in [Int64.min, .min + 1, -1, 0, .max - 1, .max] {
            let moment = WallTime(nanoseconds: nanoseconds)
            for zone in [LocalZone.utc, LocalZone(offset: .max), LocalZone(offset: .min), Self.berlin] {
                let window = schedule("22:00", "06:00")
                _ = window.state(at: moment, in: zone)
                _ = window.nextChange(after: moment, in: zone)
                _ = window.nextStart(from: moment, in: zone)
            }
        }
    }
}
