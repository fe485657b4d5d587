import DownloadCore

extension Timestamp {
    /// Reads a moment of RFC 3339, `2026-12-24T18:00:00Z` or with `+01:00`; a fraction of a second is passed over.
    ///
    /// Nil when it is none, or none that nanoseconds of `Int64` can hold.
    static func parse(_ text: String) -> WallTime? {
        let bytes = Array(text.utf8)
        guard (20...40).contains(bytes.count), bytes[4] == 0x2D, bytes[7] == 0x2D, bytes[10] | 0x20 == 0x74, bytes[13] == 0x3A,
            bytes[16] == 0x3A
        else { return nil }
        func number(_ start: Int, _ count: Int, _ range: ClosedRange<Int64>) -> Int64? {
            guard start + count <= bytes.count else { return nil }
            return StartTime.digits(String(decoding: bytes[start..<start + count], as: UTF8.self), count, range)
        }
        guard let year = number(0, 4, 1970...2200), let month = number(5, 2, 1...12), let day = number(8, 2, 1...31),
            day <= length(ofMonth: month, year), let hour = number(11, 2, 0...23), let minute = number(14, 2, 0...59),
            let second = number(17, 2, 0...60)
        else { return nil }
        var index = 19
        if bytes[index] == 0x2E {
            let digits = bytes[(index + 1)...].prefix { (48...57).contains($0) }
            guard !digits.isEmpty else { return nil }
            index = digits.endIndex
        }
        guard index < bytes.count else { return nil }
        var offset: Int64 = 0
        switch bytes[index] {
        case 0x5A, 0x7A:
            guard index + 1 == bytes.count else { return nil }
        case 0x2B, 0x2D:
            guard index + 6 == bytes.count, bytes[index + 3] == 0x3A, let hours = number(index + 1, 2, 0...23),
                let minutes = number(index + 4, 2, 0...59)
            else { return nil }
            offset = (hours * 3_600 + minutes * 60) * (bytes[index] == 0x2B ? 1 : -1)
        default:
            return nil
        }
        return WallTime(seconds: days(year, month, day) * 86_400 + hour * 3_600 + minute * 60 + second - offset)
    }

    private static func length(ofMonth month: Int64, _ year: Int64) -> Int64 {
        switch month {
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    /// Days since 1970 of a Gregorian date; years are counted from March, so that the leap day is the last one.
    private static func days(_ year: Int64, _ month: Int64, _ day: Int64) -> Int64 {
        let shifted = month <= 2 ? year - 1 : year
        let era = shifted / 400
        let ofEra = shifted - era * 400
        let ofYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        return era * 146_097 + ofEra * 365 + ofEra / 4 - ofEra / 100 + ofYear - 719_468
    }
}
