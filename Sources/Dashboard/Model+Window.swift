public import DownloadCore

extension Model {
    /// The part of the list that the model needs and does not have; nil while it has it.
    public var wantedWindow: TaskWindow.Request? {
        guard window != nil else { return nil }
        guard !isOutdated, aim == nil else { return request }
        // Half of the margin is used up.
        let start = max(0, top - margin / 2)
        let end = min(shownCount, top + rows + margin / 2)
        return start < offset || end > offset + tasks.count ? request : nil
    }

    /// The part of the list that the model would ask for now, to see what has changed.
    public var request: TaskWindow.Request {
        var request = TaskWindow.Request(query)
        request.hidden = hidden
        request.top = top
        request.height = rows
        request.margin = margin
        switch aim {
        case .row(let row): request.row = row
        case .task(let id): request.anchors = [id] + neighbours
        case nil:
            // Without following, the cursor stays where it is, whatever comes there; a key that changes the list takes it along.
            if isFollowing || isOutdated { request.anchors = neighbours }
            request.row = cursorRow ?? 0
        }
        return request
    }

    private var rows: Int { layout?.rows ?? 1 }

    /// So many rows are held above and below the screen, so that most keys need no answer.
    private var margin: Int { min(60, max(10, rows)) }

    /// Who gets the cursor: its task, else the next one that is still there, else the one before.
    private var neighbours: [TaskID] {
        guard let row = tasks.firstIndex(where: { $0.id == cursor }) else { return cursor.map { [$0] } ?? [] }
        return (tasks[row...] + tasks[..<row].reversed()).map(\.id)
    }

    /// Takes over a part of the list; the cursor stays on its task, or goes to the neighbour of one that is gone.
    mutating func take(_ new: TaskWindow) {
        guard !isFrozen || wantedWindow != nil || window == nil else {
            laterNews.append(contentsOf: new.news)
            laterNews.removeFirst(max(0, laterNews.count - LogEntry.most))
            forget(new.removed)
            lost.formUnion(new.removed)
            return
        }
        forget(new.removed)
        lost = []
        write(laterNews + new.news)
        laterNews = []
        guard new.query == query else { return }
        movePulses(to: new.rows)
        window = new
        // What could not be removed is seen again.
        gone = []
        isOutdated = false
        aim = nil
        tasks = new.rows.filter { !isHidden($0.id) }
        offset = new.offset
        shownCount = new.count
        let place = new.place.map { $0 - new.offset }
        cursor = place.flatMap { new.rows.indices.contains($0) ? new.rows[$0].id : nil }
        keepCursorOnScreen()
        recount()
    }

    /// Shows what is known of another choice, another order or without removed tasks, until a window tells the whole of it.
    mutating func narrow() {
        isOutdated = true
        guard let window else { return }
        let old = neighbours
        tasks = window.rows.filter { !isHidden($0.id) && query.fits($0) }
        if sort != window.query.sort { tasks = sort.sorted(tasks) }
        let isSameList = query == window.query
        offset = isSameList ? min(window.offset, offset) : 0
        shownCount = isSameList ? max(tasks.count, window.count - (window.rows.count - tasks.count)) : tasks.count
        let present = Set(tasks.lazy.map(\.id))
        cursor = old.first(where: present.contains) ?? tasks.first?.id
        keepCursorOnScreen()
        recount()
    }

    /// The numbers of the tabs: those that were given, else those of the window.
    mutating func recount() {
        counts = totals.counts ?? Counts(of: window?.states ?? [:])
    }

    /// Without an answer the cursor goes as far as the rows that are known.
    mutating func giveUpAim() {
        if case .row(let row) = aim, !tasks.isEmpty { moveCursor(to: min(max(row, offset), offset + tasks.count - 1)) }
        aim = nil
    }

    /// Lets go of what is kept of tasks that are gone.
    private mutating func forget(_ removed: [TaskID]) {
        guard !removed.isEmpty else { return }
        marks.subtract(removed)
        // A range that shrinks must not bring them back.
        range?.before.subtract(removed)
        hidden.subtract(removed)
        for index in undos.indices {
            guard case .removal(var removal) = undos[index] else { continue }
            removal.marked.subtract(removed)
            removal.ids.removeAll(where: removed.contains)
            // Somebody else was quicker: there is nothing to bring back.
            undos[index] = removal.ids.isEmpty ? .tooLate : .removal(removal)
        }
    }

    private mutating func movePulses(to new: [TaskSnapshot]) {
        let unknown = new.filter { $0.total == nil && $0.state == .running }
        guard !unknown.isEmpty || !pulses.isEmpty else { return }
        let wanted = Set(unknown.map(\.id))
        let before = Dictionary(tasks.lazy.filter { wanted.contains($0.id) }.map { ($0.id, $0.done) }) { first, _ in first }
        pulses = Dictionary(
            unknown.map { task in
                let old = pulses[task.id] ?? 0
                return (task.id, task.done > before[task.id] ?? 0 ? old &+ 1 : old)
            }
        ) { first, _ in first }
    }
}
