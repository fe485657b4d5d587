/// Dates of HTTP header fields.
enum HTTPDate {
    private static let months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]

    /// Reads an HTTP date in any of its three forms (RFC 9110 section 5.6.7): seconds since 1970, or nil.
    static func seconds(_ text: String) -> Int64? {
        var text = text
        return text.withUTF8(preferred) ?? anyForm(text)
    }

    /// The form that servers are to send, `Sun, 06 Nov 1994 08:49:37 GMT`, and do: two in nearly each reply.
    private static func preferred(_ text: UnsafeBufferPointer<UInt8>) -> Int64? {
        guard text.count == 29, text[3] == UInt8(ascii: ","), [4, 7, 11, 16, 25].allSatisfy({ text[$0] == UInt8(ascii: " ") }),
            text[19] == UInt8(ascii: ":"), text[22] == UInt8(ascii: ":")
        else { return nil }
        func number(_ range: Range<Int>) -> Int64? {
            var number: Int64 = 0
            for byte in text[range] {
                guard (48...57).contains(byte) else { return nil }
                number = number * 10 + Int64(byte - 48)
            }
            return number
        }
        let name = text[8..<11].lazy.map { $0 | 0x20 }
        guard let month = months.firstIndex(where: { $0.utf8.elementsEqual(name) }), let day = number(5..<7), let year = number(12..<16),
            let hour = number(17..<19), let minute = number(20..<22), let second = number(23..<25)
        else { return nil }
        return seconds(year: year, month: month + 1, day: day, hour: hour, minute: minute, second: second)
    }

    private static func anyForm(_ text: String) -> Int64? {
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
        guard let day = Int64(day), let month = months.firstIndex(of: month), let year = Int64(year), time.count == 3,
            let hour = time[0], let minute = time[1], let second = time[2]
        else { return nil }
        return seconds(year: year, month: month + 1, day: day, hour: hour, minute: minute, second: second)
    }

    private static func seconds(year: Int64, month: Int, day: Int64, hour: Int64, minute: Int64, second: Int64) -> Int64? {
        var year = year
        if year < 70 { year += 2000 } else if year < 100 { year += 1900 }
        guard (1...31).contains(day), (1601...9999).contains(year), (0...23).contains(hour), (0...59).contains(minute),
            (0...60).contains(second)
        else { return nil }
        return daysSince1970(year: year, month: Int64(month), day: day) * 86400 + hour * 3600 + minute * 60 + second
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
