import DownloadCore

/// The text form of rates in settings and options: `500K`, `2M`, `2MiB`, `off`; K is 1024.
public enum Rate {
    /// Bytes a second; nil inside for `off`, nil outside for a text that is no rate.
    public static func parse(_ text: String) -> Int64?? {
        let lower = text.lowercased()
        if lower == "off" { return .some(nil) }
        let digits = lower.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
        guard let factor = factor(of: lower[digits.endIndex...]) else { return nil }
        guard let number = Decimal.parse(digits, scaledBy: factor) else { return nil }
        return number == 0 ? .some(nil) : .some(number)
    }

    /// The shortest text that is parsed to the same rate.
    public static func format(_ rate: Int64?) -> String {
        guard let rate, rate > 0 else { return "off" }
        for (unit, factor) in [("T", Int64(1) << 40), ("G", 1 << 30), ("M", 1 << 20), ("K", 1 << 10)] where rate % factor == 0 {
            return "\(rate / factor)\(unit)"
        }
        return String(rate)
    }

    private static func factor(of unit: Substring) -> Int64? {
        var unit = unit
        if unit.hasSuffix("/s") { unit = unit.dropLast(2) }
        switch unit {
        case "", "b": return 1
        case "k", "kb", "kib": return 1 << 10
        case "m", "mb", "mib": return 1 << 20
        case "g", "gb", "gib": return 1 << 30
        case "t", "tb", "tib": return 1 << 40
        default: return nil
        }
    }
}
