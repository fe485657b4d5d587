public import DownloadCore

/// When a task is to start, as `--at` says it.
public enum StartTime: Sendable, Hashable {
    case moment(WallTime)
    /// The next time that clocks here show this; hour 24 is the coming midnight.
    case timeOfDay(hour: Int, minute: Int)
    /// So long from now on.
    case delay(Duration)

    /// The forms that are read, as the end of a sentence.
    static let forms =
        "HH:MM (the next time clocks here show it), +TIME such as +90m, +1h30m or +2d, or a full time such as 2026-12-24T18:00:00Z or 2026-12-24T18:00:00+01:00"

    /// What is said when the moment is not the one that it may be taken for; nil otherwise.
    ///
    /// - Parameters:
    ///   - moment: when it is.
    ///   - now: the present moment.
    ///   - midnight: the next one here.
    /// - Returns: a sentence without its full stop.
    public func notice(of moment: WallTime, now: WallTime, midnight: WallTime?) -> String? {
        switch self {
        case .moment: moment <= now ? "\(Timestamp.seconds(moment)) has passed: it starts as soon as it can" : nil
        case .timeOfDay(let hour, let minute):
            if hour < 24, let midnight, moment >= midnight {
                "\(hour < 10 ? "0" : "")\(hour):\(minute < 10 ? "0" : "")\(minute) has passed today: it starts tomorrow"
            } else {
                nil
            }
        case .delay: nil
        }
    }

    /// Reads `2026-12-24T18:00:00Z`, `18:30`, `9:05` or `+1h30m`; nil when it is neither.
    public init?(_ text: String) {
        if text.utf8.starts(with: [0x2B]) {
            guard let delay = Self.delay(text.dropFirst()) else { return nil }
            self = .delay(delay)
        } else if (4...5).contains(text.utf8.count) {
            let parts = text.split(separator: ":", omittingEmptySubsequences: false)
            guard parts.count == 2, let hour = Self.digits(parts[0], text.utf8.count - 3, 0...24),
                let minute = Self.digits(parts[1], 2, hour == 24 ? 0...0 : 0...59)
            else { return nil }
            self = .timeOfDay(hour: Int(hour), minute: Int(minute))
        } else {
            guard let moment = Timestamp.parse(text) else { return nil }
            self = .moment(moment)
        }
    }

    /// `2h`, `90m`, `1d12h`, `30s`, at most a year in all.
    private static func delay(_ text: Substring) -> Duration? {
        let units: [UInt8: Int64] = [0x73: 1, 0x6D: 60, 0x68: 3_600, 0x64: 86_400]
        var seconds: Int64 = 0
        var number: Int64?
        for byte in text.utf8 {
            if (48...57).contains(byte) {
                let next = (number ?? 0) * 10 + Int64(byte - 48)
                guard next < 1_000_000_000 else { return nil }
                number = next
            } else {
                guard let unit = units[byte | 0x20], let count = number else { return nil }
                seconds += count * unit
                number = nil
            }
        }
        guard number == nil, seconds > 0, seconds <= 366 * 86_400 else { return nil }
        return .seconds(seconds)
    }

    static func digits(_ text: some StringProtocol, _ count: Int, _ range: ClosedRange<Int64>) -> Int64? {
        guard text.utf8.count == count, text.utf8.allSatisfy({ (48...57).contains($0) }), let number = Int64(text), range.contains(number)
        else { return nil }
        return number
    }
}
