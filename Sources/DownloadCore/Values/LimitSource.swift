/// Where the limit of all tasks together comes from.
public enum LimitSource: Sendable, Hashable {
    case configuration
    /// The dashboard, or a command.
    case hand
    case alternative
    case schedule(Schedule.Window)

    /// The names that the link has for them.
    public enum Kind: String, Sendable, CaseIterable {
        case configuration, hand, alternative, schedule
    }

    public var kind: Kind {
        switch self {
        case .configuration: .configuration
        case .hand: .hand
        case .alternative: .alternative
        case .schedule: .schedule
        }
    }

    /// The part of the week that it is for.
    public var window: Schedule.Window? {
        if case .schedule(let window) = self { window } else { nil }
    }
}

extension Schedule.Window {
    /// As a person says it: `mon, fri 08:00-17:30`, or `daily 22:00-06:00`.
    public var text: String {
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        func time(_ minutes: Int) -> String { two(minutes / 60) + ":" + two(minutes % 60) }
        let all = Schedule.Weekday.allCases
        let names = days.count == all.count ? "daily" : all.filter(days.contains).map(\.name).joined(separator: ", ")
        return "\(names) \(time(from))-\(time(to))"
    }
}
