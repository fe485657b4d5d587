/// Exact reading of short decimal numbers.
public enum DecimalText {
    /// The number times a factor, rounded down; nil without digits, with two points, with more than 15 digits on a side, or beyond `Int64`.
    public static func parse(_ digits: Substring, scaledBy factor: Int64) -> Int64? {
        let parts = digits.split(separator: ".", omittingEmptySubsequences: false)
        guard (1...2).contains(parts.count), let first = parts.first, (1...15).contains(first.utf8.count) else { return nil }
        guard let whole = Int64(first) else { return nil }
        let (product, overflow) = whole.multipliedReportingOverflow(by: factor)
        guard !overflow else { return nil }
        guard parts.count == 2 else { return product }
        guard (1...15).contains(parts[1].utf8.count), let fraction = Double("0." + parts[1]) else { return nil }
        // Below the factor, and so small enough to be exact enough and to fit.
        let (sum, isTooMuch) = product.addingReportingOverflow(Int64(fraction * Double(factor)))
        return isTooMuch ? nil : sum
    }
}
