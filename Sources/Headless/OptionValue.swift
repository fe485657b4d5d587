import DownloadCore

/// How the values of options are read: nil when a text is no such value.
enum OptionValue {
    /// A whole number from a range, digits only.
    static func number(_ text: some StringProtocol, in range: ClosedRange<Int>) -> Int? {
        guard let number = digits(text), number <= Int64(Int.max), range.contains(Int(number)) else { return nil }
        return Int(number)
    }

    /// Bytes a second, as `Rate` reads them; `off` and `0` are 0.
    static func rate(_ text: some StringProtocol) -> Int64? {
        Rate.parse(text).map { $0 ?? 0 }
    }

    /// What is said of a limit such as `5`.
    static func lackOfUnit(_ text: String) -> UsageError {
        UsageError("\(text.quoted) has no unit and would be \(text) bytes a second; give \(text)K, \(text)M, or \(text)B if that is meant.")
    }

    /// Seconds with or without a fraction, from a millisecond to a year.
    static func seconds(_ text: some StringProtocol) -> Duration? {
        guard let value = decimal(String(text)), value >= 0.001, value <= 31_536_000 else { return nil }
        return .milliseconds(Int64((value * 1_000).rounded()))
    }

    private static func digits(_ text: some StringProtocol) -> Int64? {
        guard !text.isEmpty, text.utf8.allSatisfy({ (48...57).contains($0) }) else { return nil }
        return Int64(text)
    }

    /// Digits with at most one point; `Double` alone would take `1e9`, `nan` and `0x1p3` too.
    private static func decimal(_ text: String) -> Double? {
        let points = text.utf8.count { $0 == 46 }
        let isPlain = text.utf8.allSatisfy { (48...57).contains($0) || $0 == 46 }
        guard isPlain, points <= 1, text.utf8.count > points, text.utf8.count <= 20 else { return nil }
        return Double(text)
    }
}
