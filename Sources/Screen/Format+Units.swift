/// How speeds are written.
public enum RateUnits: String, Sendable, Hashable, CaseIterable {
    /// `MiB/s`.
    case binary
    /// `MB/s`.
    case decimal
    /// `Mbit/s`.
    case bits

    /// The unit of a million or so, for menus.
    public var label: String {
        switch self {
        case .binary: "MiB/s"
        case .decimal: "MB/s"
        case .bits: "Mbit/s"
        }
    }

    /// The step between units, and how many of the smallest are in a byte.
    var scale: (step: Double, factor: Double) {
        switch self {
        case .binary: (1_024, 1)
        case .decimal: (1_000, 1)
        case .bits: (1_000, 8)
        }
    }
}

extension Format {
    /// Bytes a second in these units, in at most eleven cells.
    public static func rate(_ bytesPerSecond: Double, _ units: RateUnits) -> String {
        guard units != .binary else { return rate(bytesPerSecond) }
        guard bytesPerSecond.isFinite, bytesPerSecond > 0 else { return units == .bits ? "0 bit/s" : "0 B/s" }
        let (step, factor) = units.scale
        var value = bytesPerSecond * factor
        var unit = 0
        while value >= 999.5, unit < 6 {
            value /= step
            unit += 1
        }
        let prefix = ["", "k", "M", "G", "T", "P", "E"][unit]
        let name = units == .bits ? "bit/s" : "B/s"
        let number = min(value, 9_999)
        guard unit > 0, number < 99.95 else { return "\(Int(number.rounded())) \(prefix)\(name)" }
        let tenths = Int((number * 10).rounded())
        return "\(tenths / 10).\(tenths % 10) \(prefix)\(name)"
    }

    /// A scale for a graph up to this rate: its end in bytes a second, and the labels of the end and of parts of it.
    public static func axis(upTo bytesPerSecond: Double, _ units: RateUnits) -> (top: Double, label: @Sendable (Double) -> String) {
        let (step, factor) = units.scale
        var unit = 1.0
        var index = 0
        let value = max(0, bytesPerSecond.isFinite ? bytesPerSecond : 0) * factor
        while value / unit >= 1_000, index < 6 {
            unit *= step
            index += 1
        }
        // Without any rate there is still a scale to draw.
        let top = max(1, Sparkline.scale(value / unit))
        let prefix = ["", "K", "M", "G", "T", "P", "E"][index]
        let label: @Sendable (Double) -> String = { share in
            let tenths = Int((top * share * 10).rounded())
            let text = tenths % 10 == 0 || tenths >= 1_000 ? "\(tenths / 10)" : "\(tenths / 10).\(tenths % 10)"
            return tenths == 0 ? "0" : text + prefix
        }
        return (top * unit / factor, label)
    }
}
