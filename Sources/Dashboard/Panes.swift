/// What the screen shows besides the list.
public struct Panes: Sendable, Hashable {
    public enum Arrangement: String, Sendable, Hashable, CaseIterable {
        case list, split, details
    }

    public enum Graph: String, Sendable, Hashable, CaseIterable {
        case task, all, off
    }

    public enum Span: String, Sendable, Hashable, CaseIterable {
        case minute, fiveMinutes, hour

        var seconds: Int {
            switch self {
            case .minute: 60
            case .fiveMinutes: 300
            case .hour: 3_600
            }
        }

        public var label: String {
            switch self {
            case .minute: "1 min"
            case .fiveMinutes: "5 min"
            case .hour: "1 h"
            }
        }

        /// The middle and the beginning of the axis.
        var marks: (middle: String, start: String) {
            switch self {
            case .minute: ("-30s", "-1m")
            case .fiveMinutes: ("-2m30s", "-5m")
            case .hour: ("-30m", "-1h")
            }
        }
    }

    public var arrangement = Arrangement.split
    public var graph = Graph.all
    public var span = Span.fiveMinutes

    /// Lines that the full details are scrolled down by.
    var top = 0

    public init() {}
}

extension CaseIterable where Self: Equatable, AllCases.Index == Int {
    /// The next case, around the end.
    var next: Self {
        let all = Self.allCases
        let index = all.firstIndex(of: self).map { ($0 + 1) % all.count } ?? 0
        return all[index]
    }

    /// The case before, around the beginning.
    var previous: Self {
        let all = Self.allCases
        let index = all.firstIndex(of: self).map { ($0 + all.count - 1) % all.count } ?? 0
        return all[index]
    }
}
