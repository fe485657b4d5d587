public import DownloadCore

/// The tabs over the list: each shows the tasks in some states.
public enum Tab: Int, Sendable, Hashable, CaseIterable {
    case all, active, queued, paused, done, failed

    public var title: String {
        switch self {
        case .all: "All"
        case .active: "Active"
        case .queued: "Queued"
        case .paused: "Paused"
        case .done: "Done"
        case .failed: "Failed"
        }
    }

    /// The title on narrow screens.
    public var shortTitle: String {
        switch self {
        case .all, .done: title
        case .active: "Act"
        case .queued: "Que"
        case .paused: "Pau"
        case .failed: "Err"
        }
    }

    public func contains(_ kind: TaskState.Kind) -> Bool {
        self == .all || self == Tab(of: kind)
    }

    /// The tab, besides All, that shows tasks of this kind.
    public init(of kind: TaskState.Kind) {
        self =
            switch kind {
            case .connecting, .running, .verifying, .publishing: .active
            case .queued, .waiting: .queued
            case .paused: .paused
            case .finished: .done
            case .failed, .cancelled: .failed
            }
    }

    /// The tab so many places to the right, around the end.
    func moved(by steps: Int) -> Tab {
        let count = Tab.allCases.count
        return Tab(rawValue: ((rawValue + steps) % count + count) % count) ?? .all
    }
}
