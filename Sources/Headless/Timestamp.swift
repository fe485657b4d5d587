import DownloadCore

/// A moment in digits: as RFC 3339 writes it, in UTC, or as a clock on the wall shows it.
enum Timestamp {
    /// `2026-11-30T14:02:03Z`.
    static func seconds(_ time: WallTime) -> String {
        text(time) + "Z"
    }

    /// `2026-11-30T14:02:03.250Z`.
    static func milliseconds(_ time: WallTime) -> String {
        let rest = time.nanoseconds % 1_000_000_000
        let fraction = (rest < 0 ? rest + 1_000_000_000 : rest) / 1_000_000
        return text(time) + "." + padded(fraction, 3) + "Z"
    }

    /// `2026-11-30 15:02:03`, where clocks are so many seconds ahead of UTC.
    static func local(_ time: WallTime, ahead: Int64) -> String {
        text(WallTime(seconds: time.seconds.saturatingAdd(ahead)), between: " ")
    }

    private static func text(_ time: WallTime, between: String = "T") -> String {
        let (whole, rest) = time.nanoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
        let seconds = rest < 0 ? whole - 1 : whole
        let inDay = ((seconds % 86_400) + 86_400) % 86_400
        let date = date(ofDay: (seconds - inDay) / 86_400)
        let clock = [inDay / 3_600, inDay % 3_600 / 60, inDay % 60].map { padded($0, 2) }.joined(separator: ":")
        return "\(padded(date.year, 4))-\(padded(date.month, 2))-\(padded(date.day, 2))\(between)\(clock)"
    }

    /// The Gregorian date of a day since 1970.
    ///
    /// Years are counted from March, so that the leap day is the last one; 400 years have 146,097 days.
    private static func date(ofDay number: Int64) -> (year: Int64, month: Int64, day: Int64) {
        let days = number + 719_468
        let era = (days >= 0 ? days : days - 146_096) / 146_097
        let day = days - era * 146_097
        let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365
        let dayOfYear = day - (365 * year + year / 4 - year / 100)
        let month = (5 * dayOfYear + 2) / 153
        let isNextYear = month >= 10
        return (year + era * 400 + (isNextYear ? 1 : 0), isNextYear ? month - 9 : month + 3, dayOfYear - (153 * month + 2) / 5 + 1)
    }

    private static func padded(_ number: Int64, _ width: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
    }
}
