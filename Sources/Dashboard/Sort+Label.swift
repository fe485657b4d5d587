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
    /// What the list that is shown can be sorted by.
    var sortColumns: [Sort.Column] { showsFiles ? Sort.fileColumns : Sort.Column.allCases }

    /// Its order.
    var presentSort: Sort { showsFiles ? files.sort : sort }

    /// Sorts by a column, or turns its order around when it is sorted by that already.
    mutating func sort(choosing column: Sort.Column) {
        let present = presentSort
        sort(by: column == present.column ? Sort(column, isDescending: !present.isDescending) : .natural(column))
    }

    /// Sorts by the column that is so many further on, around the end.
    mutating func sort(movingBy step: Int) {
        let columns = sortColumns
        let place = columns.firstIndex(of: presentSort.column) ?? 0
        sort(by: .natural(columns[(place + step + columns.count) % columns.count]))
    }

    mutating func sort(by sort: Sort) {
        if showsFiles {
            sortFiles(by: sort)
        } else {
            self.sort = sort
            narrow()
        }
        say("Sorted by \(sort.column.label), \(sort.isDescending ? "largest or latest first" : "smallest or earliest first")")
    }
}
