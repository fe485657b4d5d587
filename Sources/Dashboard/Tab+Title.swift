public import DownloadCore

extension Tab {
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

    /// The tab so many places to the right, around the end.
    func moved(by steps: Int) -> Tab {
        let count = Tab.allCases.count
        return Tab(rawValue: ((rawValue + steps) % count + count) % count) ?? .all
    }
}
