/// The text form of rates in settings, options and dialogs: `500K`, `2M`, `2MB`, `2MiB`, `80Mbit`, `off`.
///
/// K, KB and KiB are 1024 bytes; bits count in steps of 1000, as networks are sold.
public enum Rate {
    /// Bytes a second; nil inside for `off`, nil outside for a text that is no rate.
    public static func parse(_ text: some StringProtocol) -> Int64?? {
        guard text.utf8.count <= 40 else { return nil }
        let lower = text.lowercased()
        if lower == "off" { return .some(nil) }
        let digits = lower.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
        var unit = lower[digits.endIndex...]
        // As the screen writes it: `10.0 MiB/s`.
        if unit.hasSuffix("/s") { unit = unit.dropLast(2) }
        if unit == "bit" { return DecimalText.parse(digits, scaledBy: 1).map { bits -> Int64? in bits < 8 ? nil : bits / 8 } }
        guard let factor = factor(of: unit), let number = DecimalText.parse(digits, scaledBy: factor) else { return nil }
        return number == 0 ? .some(nil) : .some(number)
    }

    /// Whether a text is a rate so low that nobody means it, because its unit was left out: `5` for `5M`; with a unit it is meant.
    public static func lacksUnit(_ text: some StringProtocol) -> Bool {
        guard let parsed = parse(text), let rate = parsed, rate < 1 << 10 else { return false }
        return text.utf8.allSatisfy { (48...57).contains($0) || $0 == UInt8(ascii: ".") }
    }

    /// The shortest text that is parsed to the same rate.
    public static func format(_ rate: Int64?) -> String {
        guard let rate, rate > 0 else { return "off" }
        for (unit, factor) in [("T", Int64(1) << 40), ("G", 1 << 30), ("M", 1 << 20), ("K", 1 << 10)] where rate % factor == 0 {
            return "\(rate / factor)\(unit)"
        }
        // What is not asked about again.
        return rate < 1 << 10 ? "\(rate)B" : String(rate)
    }

    private static func factor(of unit: Substring) -> Int64? {
        switch unit {
        case "", "b": 1
        case "k", "kb", "kib": 1 << 10
        case "m", "mb", "mib": 1 << 20
        case "g", "gb", "gib": 1 << 30
        case "t", "tb", "tib": 1 << 40
        case "kbit": 1_000 / 8
        case "mbit": 1_000_000 / 8
        case "gbit": 1_000_000_000 / 8
        case "tbit": 1_000_000_000_000 / 8
        default: nil
        }
    }
}
