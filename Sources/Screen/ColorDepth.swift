/// How many colours may be used.
public enum ColorDepth: Int, Sendable, Hashable, Comparable, CaseIterable {
    case none = 0
    case eight = 8
    case sixteen = 16
    case many = 256
    /// Red, green and blue in one number.
    case direct = 16_777_216

    /// What a terminal with so many colours is given.
    public init(colors: Int, isWanted: Bool) {
        let depths: [ColorDepth] = [.direct, .many, .sixteen, .eight]
        self = isWanted ? depths.first { colors >= $0.rawValue } ?? .none : .none
    }

    public static func < (left: ColorDepth, right: ColorDepth) -> Bool {
        left.rawValue < right.rawValue
    }
}

/// Whether a person wants colours.
public enum ColorWish: String, Sendable, Hashable, CaseIterable {
    case auto, always, never

    /// What the wish means in an environment: `NO_COLOR` with anything in it and `CLICOLOR=0` say no, `CLICOLOR_FORCE` says yes.
    ///
    /// What was said to Haul itself goes before what was said to every program.
    public func allowsColors(in environment: [String: String]) -> Bool {
        switch self {
        case .always: return true
        case .never: return false
        case .auto:
            if let value = environment["NO_COLOR"], !value.isEmpty { return false }
            if let value = environment["CLICOLOR_FORCE"], !value.isEmpty, value != "0" { return true }
            return environment["CLICOLOR"] != "0"
        }
    }
}
