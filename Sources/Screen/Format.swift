/// Numbers and times as people read them: fixed widths, three significant digits, no locale.
public enum Format {
    private static let units = ["B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"]

    /// A size in binary units with three significant digits: `3.72 GiB`, `381 MiB`, `0.99 GiB`.
    public static func size(_ bytes: Int64) -> String {
        let (value, unit) = scaled(Double(max(0, bytes)))
        guard unit > 0 else { return "\(max(0, bytes)) B" }
        return decimal(value, digits: value < 9.995 ? 2 : value < 99.95 ? 1 : 0) + " " + units[unit]
    }

    /// Two sizes in the unit of the second: `2.73 of 3.72 GiB`.
    public static func size(_ done: Int64, of total: Int64) -> String {
        let (whole, part) = (size(total), size(done))
        let (wholeUnit, partUnit) = (whole.split(separator: " ").last, part.split(separator: " ").last)
        return wholeUnit == partUnit ? (part.split(separator: " ").first ?? "0") + " of " + whole : part + " of " + whole
    }

    /// Bytes a second with one decimal below a hundred: `31.2 MiB/s`, `7.1 MiB/s`, `221 MiB/s`.
    public static func rate(_ bytesPerSecond: Double) -> String {
        guard bytesPerSecond.isFinite, bytesPerSecond > 0 else { return "0 B/s" }
        let (value, unit) = scaled(bytesPerSecond)
        return decimal(value, digits: unit == 0 || value >= 99.95 ? 0 : 1) + " " + units[unit] + "/s"
    }

    /// A whole percentage, rounded down: 100 only when everything is there.
    public static func percent(_ done: Int64, of total: Int64) -> String {
        guard total > 0, done < total else { return "100%" }
        return "\(min(99, Int(Double(max(0, done)) / Double(total) * 100)))%"
    }

    /// A time that is left or was taken: `0:32`, `12:04`, `3:41:07`, `2d 03h`, `>99d`; `--:--` when it is unknown.
    public static func duration(_ duration: Duration?) -> String {
        guard let seconds = duration?.components.seconds else { return "--:--" }
        let total = max(0, seconds)
        let (minutes, hours, days) = (total / 60, total / 3_600, total / 86_400)
        if days > 99 { return ">99d" }
        if days > 0 { return "\(days)d \(padded(hours % 24))h" }
        return hours > 0 ? "\(hours):\(padded(minutes % 60)):\(padded(total % 60))" : "\(minutes):\(padded(total % 60))"
    }

    /// A time in at most five cells: `0:32`, `12:04`, `3h41m`, `2d03h`, `>99d`.
    public static func shortDuration(_ duration: Duration?) -> String {
        guard let seconds = duration?.components.seconds, seconds >= 3_600 else { return self.duration(duration) }
        let (minutes, hours, days) = (seconds / 60, seconds / 3_600, seconds / 86_400)
        if days > 99 { return ">99d" }
        if days > 0 { return "\(days)d\(padded(hours % 24))h" }
        return hours > 9 ? "\(hours)h" : "\(hours)h\(padded(minutes % 60))m"
    }

    /// A whole number with commas between groups of three digits: `1,284`.
    public static func count(_ number: Int) -> String {
        var groups: [Substring] = []
        var digits = String(number.magnitude)[...]
        while digits.count > 3 {
            groups.insert(digits.suffix(3), at: 0)
            digits = digits.dropLast(3)
        }
        groups.insert(digits, at: 0)
        return (number < 0 ? "-" : "") + groups.joined(separator: ",")
    }

    private static func padded(_ number: Int64) -> String {
        number < 10 ? "0\(number)" : "\(number)"
    }

    /// The value in the largest unit in which it does not round to a thousand or more.
    private static func scaled(_ bytes: Double) -> (value: Double, unit: Int) {
        var value = bytes
        var unit = 0
        while value >= 999.5, unit < units.count - 1 {
            value /= 1_024
            unit += 1
        }
        return (value, unit)
    }

    private static func decimal(_ value: Double, digits: Int) -> String {
        var scale: Int64 = 1
        for _ in 0..<digits { scale *= 10 }
        let scaled = (value * Double(scale)).rounded()
        guard scaled < 1e15 else { return "999" }
        let whole = Int64(scaled)
        guard digits > 0 else { return String(whole) }
        let fraction = String(whole % scale)
        return "\(whole / scale)." + String(repeating: "0", count: digits - fraction.count) + fraction
    }
}
