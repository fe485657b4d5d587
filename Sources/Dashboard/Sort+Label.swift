public import DownloadCore

extension Sort.Column {
    /// What menu and tabs call it.
    public var label: String {
        switch self {
        case .progress: "%"
        case .remaining: "ETA"
        default: rawValue
        }
    }
}

extension Model {
    mutating func sort(by sort: Sort) {
        self.sort = sort
        narrow()
        say("Sorted by \(sort.column.label), \(sort.isDescending ? "largest or latest first" : "smallest or earliest first")")
    }
}
