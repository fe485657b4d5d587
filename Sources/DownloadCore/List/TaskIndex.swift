/// All tasks of a list, in the order and the choice of a query: what changes is put in its place, the rest is left alone.
public struct TaskIndex: Sendable {
    public private(set) var query: TaskQuery
    public private(set) var hidden: Set<TaskID> = []
    private var tasks = BoxedDictionary<TaskID, TaskSnapshot>()

    /// Every task, hidden or not.
    private var all = SortedPlaces()

    /// Those that the query lets through; nil when that is all.
    private var chosen: SortedPlaces?
    private var tally = TaskTally()
    private var news: [TaskNews] = []
    private var removed: [TaskID] = []

    /// What is different from now on is news.
    private var tellsNews = false

    /// So many removed tasks are told of at a time.
    private static let mostRemoved = 20_000

    public init(_ query: TaskQuery = TaskQuery()) {
        self.query = query
    }

    public var count: Int { tasks.count }

    public subscript(id: TaskID) -> TaskSnapshot? { tasks[id] }

    // MARK: - Changes

    /// Ends the first look at the list: from now on changes are told as news.
    public mutating func beginNews() { tellsNews = true }

    /// Takes over tasks as they are now; those that it does not have are new, and what is both changed and removed has gone.
    public mutating func update(_ changed: [TaskSnapshot], removed: [TaskID] = []) {
        var order = SortedPlaces.Change()
        var choice = SortedPlaces.Change()
        let gone = Set(removed)
        if changed.count > tasks.count { tasks.reserveCapacity(tasks.count + changed.count) }
        for task in TaskIndex.latest(changed) where !gone.contains(task.id) {
            note(from: tasks.updateValue(task, forKey: task.id), to: task, &order, &choice)
        }
        for id in gone.sorted() {
            if let old = tasks.removeValue(forKey: id) { note(from: old, to: nil, &order, &choice) }
        }
        all.change(order, query.sort)
        chosen?.change(choice, query.sort)
    }

    /// Of a task that is there several times, the last.
    private static func latest(_ changed: [TaskSnapshot]) -> [TaskSnapshot] {
        guard Set(changed.lazy.map(\.id)).count < changed.count else { return changed }
        var seen: Set<TaskID> = []
        return changed.reversed().filter { seen.insert($0.id).inserted }.reversed()
    }

    /// Takes over a whole list: what is not in it has gone.
    public mutating func replace(_ list: [TaskSnapshot]) {
        let gone = Set(tasks.keys).subtracting(list.lazy.map(\.id))
        let changed = list.filter { tasks[$0.id] != $0 }
        update(changed, removed: Array(gone))
    }

    private mutating func note(
        from old: TaskSnapshot?,
        to new: TaskSnapshot?,
        _ order: inout SortedPlaces.Change,
        _ choice: inout SortedPlaces.Change
    ) {
        if let old { tally.remove(old, isHidden: hidden.contains(old.id)) }
        if let new { tally.add(new, isHidden: hidden.contains(new.id)) }
        let (oldPlace, newPlace) = (old.map(query.sort.place), new.map(query.sort.place))
        order.note(oldPlace, newPlace)
        if chosen != nil { choice.note(old.map(shows) ?? false ? oldPlace : nil, new.map(shows) ?? false ? newPlace : nil) }
        guard tellsNews else { return }
        if let new {
            if let item = TaskNews(from: old, to: new) { news.append(item) }
        } else if let old {
            removed.append(old.id)
        }
    }

    /// Shows what another query chooses, without the hidden tasks.
    public mutating func show(_ query: TaskQuery, hiding hidden: Set<TaskID> = []) {
        let isResorted = query.sort != self.query.sort
        guard isResorted || hidden != self.hidden || query != self.query else { return }
        for id in hidden.symmetricDifference(self.hidden) {
            guard let task = tasks[id] else { continue }
            tally.remove(task, isHidden: self.hidden.contains(id))
            tally.add(task, isHidden: hidden.contains(id))
        }
        self.query = query
        self.hidden = hidden
        if isResorted { all = SortedPlaces(tasks.compactMap(query.sort.place).sorted(by: query.sort.precedes)) }
        let isEverything = query.isEverything && hidden.isEmpty
        chosen = isEverything ? nil : SortedPlaces(all.places.filter { place in tasks[place.id].map(shows) ?? false })
    }

    private func shows(_ task: TaskSnapshot) -> Bool {
        (hidden.isEmpty || !hidden.contains(task.id)) && (query.isEverything || query.fits(task))
    }

    // MARK: - Questions

    private var shown: [TaskPlace] { (chosen ?? all).places }

    private func row(of id: TaskID) -> Int? {
        tasks[id].flatMap { shows($0) ? (chosen ?? all).row(of: query.sort.place(of: $0), query.sort) : nil }
    }

    private func firstRow(of anchors: [TaskID]) -> Int? {
        for id in anchors {
            if let row = row(of: id) { return row }
        }
        return nil
    }

    /// The part of the list that is asked for; what has happened since the part before is told once.
    public mutating func window(_ request: TaskWindow.Request) -> TaskWindow {
        show(request.query, hiding: request.hidden)
        var window = TaskWindow(query)
        let shown = shown
        window.count = shown.count
        if !shown.isEmpty {
            let place = firstRow(of: request.anchors) ?? min(max(0, request.row), shown.count - 1)
            let range = request.range(around: place, of: shown.count)
            window.place = place
            window.offset = range.lowerBound
            window.rows = shown[range].compactMap { tasks[$0.id] }
        }
        window.states = tally.states
        window.totals = tally.totals
        window.rates = tally.active.reduce(into: [:]) { $0[$1] = tasks[$1]?.speed ?? 0 }
        window.totals.take(rates: window.rates.values, longest: tally.active.compactMap { tasks[$0]?.remaining }.max())
        window.failed = lastFailure()
        window.news = news.suffix(TaskWindow.mostNews)
        window.removed = Array(removed.prefix(TaskIndex.mostRemoved))
        news = []
        removed.removeFirst(window.removed.count)
        return window
    }

    private mutating func lastFailure() -> TaskSnapshot? {
        tally.lastFailure(among: tasks).flatMap { tasks[$0] }
    }

    /// The tasks that are chosen.
    public func choose(_ choice: TaskChoice) -> ChosenTasks {
        let ids = ids(choice)
        guard case .states = choice else { return ChosenTasks(ids) }
        return ChosenTasks(ids, notShown: ids.count { !(tasks[$0].map(shows) ?? false) })
    }

    private func ids(_ choice: TaskChoice) -> [TaskID] {
        switch choice {
        case .shown: return shown.map(\.id)
        case .fitting(let text):
            let filter = Filter(text)
            return shown.map(\.id).filter { tasks[$0].map(filter.fits) ?? false }
        case .between(let first, let last):
            guard let first = row(of: first), let last = row(of: last) else { return [] }
            return shown[min(first, last)...max(first, last)].map(\.id)
        case .states(let states):
            return all.places.map(\.id).filter { id in
                !hidden.contains(id) && (tasks[id].map { states.contains($0.state.kind) } ?? false)
            }
        }
    }

    /// The row of the next task that fits, around the end; nil when none does.
    public func row(of search: TaskSearch) -> Int? {
        let filter = Filter(search.text)
        let shown = shown
        guard !filter.isEmpty, !shown.isEmpty else { return nil }
        let start = min(max(0, search.row), shown.count - 1)
        let step = search.isBackward ? shown.count - 1 : 1
        var row = search.skipsFirst ? (start + step) % shown.count : start
        for _ in shown.indices {
            if let task = tasks[shown[row].id], filter.fits(task) { return row }
            row = (row + step) % shown.count
        }
        return nil
    }

    /// Those of the addresses that a task has which has not ended.
    public func known(_ urls: [String]) -> [String] {
        let asked = Set(urls)
        let present = Set(tasks.compactMap { !$0.state.isEnded && asked.contains($0.url) ? $0.url : nil })
        return urls.filter(present.contains)
    }
}
