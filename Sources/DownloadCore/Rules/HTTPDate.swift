/// Dates of HTTP header fields.
enum HTTPDate {
    private static let months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]

    /// Reads an HTTP date in any of its three forms (RFC 9110 section 5.6.7): seconds since 1970, or nil.
    static func seconds(_ text: String) -> Int64? {
        let words = text.lowercased().split { " ,-\t".contains($0) }.map(String.init)
        switch words.count {
        case 6:
            // Sun, 06 Nov 1994 08:49:37 GMT, or with the obsolete two-digit year and dashes.
            return seconds(day: words[1], month: words[2], year: words[3], clock: words[4])
        case 5:
            // Sun Nov  6 08:49:37 1994
            return seconds(day: words[2], month: words[1], year: words[4], clock: words[3])
        default:
            return nil
        }
    }

    private static func seconds(day: String, month: String, year: String, clock: String) -> Int64? {
        let time = clock.split(separator: ":", omittingEmptySubsequences: false).map { Int64($0) }
        guard let day = Int64(day), let month = months.firstIndex(of: month), var year = Int64(year), time.count == 3,
            let hour = time[0], let minute = time[1], let second = time[2]
        else { return nil }
        if year < 70 { year += 2000 } else if year < 100 { year += 1900 }
        guard (1...31).contains(day), (1601...9999).contains(year), (0...23).contains(hour), (0...59).contains(minute),
            (0...60).contains(second)
        else { return nil }
        return daysSince1970(year: year, month: Int64(month + 1), day: day) * 86400 + hour * 3600 + minute * 60 + second
    }

    /// Days from 1970-01-01 in the proleptic Gregorian calendar, counted in eras of 400 years that begin in March.
    private static func daysSince1970(year: Int64, month: Int64, day: Int64) -> Int64 {
        let shifted = month <= 2 ? year - 1 : year
        let era = shifted / 400
        let yearOfEra = shifted - era * 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }
}
