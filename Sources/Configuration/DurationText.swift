import DownloadCore

/// The text form of durations in settings and options: `30`, `30s`, `1.5m`, `1h`, `7d`.
public enum DurationText {
    /// The duration; nil for a text that is none.
    public static func parse(_ text: String) -> Duration? {
        let digits = text.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
        let factor: Int64
        switch text[digits.endIndex...].lowercased() {
        case "", "s": factor = 1
        case "m", "min": factor = 60
        case "h": factor = 3_600
        case "d": factor = 86_400
        default: return nil
        }
        guard let milliseconds = DecimalText.parse(digits, scaledBy: factor * 1000) else { return nil }
        return .milliseconds(milliseconds)
    }

    /// The shortest text that is parsed to the same duration; fractions of a millisecond are lost.
    public static func format(_ duration: Duration) -> String {
        let milliseconds = max(0, duration.nanoseconds / 1_000_000)
        let seconds = milliseconds / 1000
        guard milliseconds % 1000 == 0 else {
            let fraction = String(milliseconds % 1000)
            return "\(seconds)." + String(repeating: "0", count: 3 - fraction.count) + fraction + "s"
        }
        for (unit, factor) in [("d", Int64(86_400)), ("h", 3_600), ("m", 60)] where seconds > 0 && seconds % factor == 0 {
            return "\(seconds / factor)\(unit)"
        }
        return "\(seconds)s"
    }
}
