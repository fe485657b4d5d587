/// How many colours may be used.
public enum ColorDepth: Int, Sendable, Hashable, Comparable, CaseIterable {
    case none = 0
    case eight = 8
    case sixteen = 16
    case many = 256

    /// What a terminal with so many colours is given; none when the person set `NO_COLOR` to anything but nothing.
    public init(colors: Int, noColor: String?) {
        let wanted: ColorDepth = colors >= 256 ? .many : colors >= 16 ? .sixteen : colors >= 8 ? .eight : .none
        self = noColor.map(\.isEmpty) ?? true ? wanted : .none
    }

    public static func < (left: ColorDepth, right: ColorDepth) -> Bool {
        left.rawValue < right.rawValue
    }
}
