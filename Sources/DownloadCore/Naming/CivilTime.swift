/// A moment as the calendar and the clock in UTC show it.
struct CivilTime: Hashable {
    let year: Int64
    let month: Int64
    let day: Int64
    let hour: Int64
    let minute: Int64
    let second: Int64

    init(_ time: WallTime) {
        // Seconds of Int64 nanoseconds lie between the years 1677 and 2262, so nothing here can overflow.
        // (Rounding down by division and remainder: `WallTime.seconds` overflows at the lower end.)
        let (whole, rest) = time.nanoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
        let seconds = rest < 0 ? whole - 1 : whole
        let inDay = ((seconds % 86_400) + 86_400) % 86_400
        hour = inDay / 3_600
        minute = inDay % 3_600 / 60
        second = inDay % 60

        // The proleptic Gregorian calendar, counted in eras of 400 years that begin on a first of March: the leap day comes last.
        let days = (seconds - inDay) / 86_400 + 719_468
        let era = (days >= 0 ? days : days - 146_096) / 146_097
        let dayOfEra = days - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shifted = (5 * dayOfYear + 2) / 153
        day = dayOfYear - (153 * shifted + 2) / 5 + 1
        month = shifted < 10 ? shifted + 3 : shifted - 9
        year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    }

    func text(of part: NameTemplate.DatePart) -> String {
        switch part {
        case .text(let text): text
        case .year: Self.padded(year, 4)
        case .month: Self.padded(month, 2)
        case .day: Self.padded(day, 2)
        case .hour: Self.padded(hour, 2)
        case .minute: Self.padded(minute, 2)
        case .second: Self.padded(second, 2)
        }
    }

    private static func padded(_ number: Int64, _ width: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
    }
}
