import DownloadCore

/// Moments as clocks here show them.
enum TimeOfDay {
    /// `14:02:43`; the weekday with it when that is another day, the date when that is another week.
    static func text(_ time: WallTime, ahead: Int, now: WallTime) -> String {
        let local = time.seconds.saturatingAdd(Int64(ahead))
        let today = day(now.seconds.saturatingAdd(Int64(ahead)))
        let clock = seconds(local)
        let distance = day(local).saturatingSubtract(today)
        if distance == 0 { return clock }
        if abs(distance) < 7 { return weekdays[Int(((day(local) + 4) % 7 + 7) % 7)] + " " + clock.prefix(5) }
        guard abs(distance) < 40_000 else { return "never" }
        let (year, month, dayOfMonth) = date(day(local))
        return "\(year)-\(two(month))-\(two(dayOfMonth)) " + clock.prefix(5)
    }

    /// `14:02:43`.
    static func clock(_ time: WallTime, ahead: Int) -> String {
        seconds(time.seconds.saturatingAdd(Int64(ahead)))
    }

    private static let weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]

    private static func day(_ seconds: Int64) -> Int64 {
        seconds / 86_400 - (seconds % 86_400 < 0 ? 1 : 0)
    }

    private static func seconds(_ local: Int64) -> String {
        let rest = ((local % 86_400) + 86_400) % 86_400
        return "\(two(rest / 3_600)):\(two(rest / 60 % 60)):\(two(rest % 60))"
    }

    private static func two(_ number: Int64) -> String { number < 10 ? "0\(number)" : "\(number)" }

    /// Year, month and day of a day since 1970 in the Gregorian calendar.
    private static func date(_ day: Int64) -> (Int64, Int64, Int64) {
        // Days since March 1st of the year 0, so that the leap day is the last of a year.
        let shifted = day + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let ofEra = shifted - era * 146_097
        let yearOfEra = (ofEra - ofEra / 1_460 + ofEra / 36_524 - ofEra / 146_096) / 365
        let ofYear = ofEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let month = (5 * ofYear + 2) / 153
        let year = yearOfEra + era * 400 + (month >= 10 ? 1 : 0)
        return (year, month < 10 ? month + 3 : month - 9, ofYear - (153 * month + 2) / 5 + 1)
    }
}
