import DownloadCore
import Testing

/// The index against a list that is sorted and filtered anew after every change.
struct TaskIndexTests {
    /// The rules of the list, written down a second time and as plainly as they are told.
    struct Plain {
        var tasks: [TaskID: TaskSnapshot] = [:]
        var hidden: Set<TaskID> = []
        var query = TaskQuery()

        var shown: [TaskSnapshot] {
            tasks.values.filter { !hidden.contains($0.id) && query.tab.contains($0.state.kind) && query.filter.fits($0) }
                .sorted { stands($0, before: $1) }
        }

        private func stands(_ left: TaskSnapshot, before right: TaskSnapshot) -> Bool {
            let isDown = query.sort.isDescending
            func by<Key: Comparable>(_ key: (TaskSnapshot) -> Key) -> Bool {
                let (a, b) = (key(left), key(right))
                if a == b { return left.id < right.id }
                return isDown ? a > b : a < b
            }
            switch query.sort.column {
            case .state:
                let first = byState(left, right)
                return isDown ? byState(right, left) : first
            case .name: return by { $0.name.lowercased() }
            case .size: return by { $0.total ?? -1 }
            case .progress: return by { ($0.total ?? 0) > 0 ? Double($0.done) / Double($0.total ?? 1) : $0.done > 0 ? 0.001 : 0 }
            case .speed: return by { $0.state.isActive ? $0.speed ?? 0 : 0 }
            case .remaining:
                return by { task in
                    let unknown = Duration.seconds(task.state == .running ? Int64.max / 4 : Int64.max / 2)
                    return task.state == .running ? task.remaining ?? unknown : unknown
                }
            case .added: return by { $0.added }
            case .ended: return by { $0.ended ?? WallTime(seconds: 0) }
            }
        }

        private func byState(_ left: TaskSnapshot, _ right: TaskSnapshot) -> Bool {
            let kinds: [[TaskState.Kind]] = [
                [.connecting, .running, .verifying, .publishing], [.waiting], [.paused], [.queued], [.failed, .cancelled], [.finished],
            ]
            func group(_ task: TaskSnapshot) -> Int { kinds.firstIndex { $0.contains(task.state.kind) } ?? -1 }
            if group(left) != group(right) { return group(left) < group(right) }
            if left.state.kind == .queued {
                if left.priority != right.priority { return left.priority > right.priority }
                if left.queueOrder != right.queueOrder { return left.queueOrder ?? 0 < right.queueOrder ?? 0 }
            }
            let (leftEnd, rightEnd) = (left.ended ?? WallTime(seconds: 0), right.ended ?? WallTime(seconds: 0))
            if left.state.isEnded, leftEnd != rightEnd { return leftEnd > rightEnd }
            return left.id < right.id
        }

        var totals: Totals { Totals(of: tasks.values.sorted { $0.id < $1.id }) }
        var counts: Counts { Counts(of: tasks.values.filter { !hidden.contains($0.id) }) }
    }

    static func task(_ id: Int64, _ random: inout SeededRandom) -> TaskSnapshot {
        let states: [TaskState] = [
            .queued, .connecting, .running, .running, .waiting(Wait(reason: .retry, attempt: .random(in: 1...3, using: &random))), .paused,
            .verifying, .publishing, .finished(FinishedFile(path: "/f", bytes: 1)), .failed(Failure(.network, "reset")), .cancelled,
        ]
        let state = states.randomElement(using: &random) ?? .queued
        let words = ["Alpha", "beta", "Gamma", "delta", "ÉCLAIR", "日本"]
        var task = TaskSnapshot(
            id: TaskID(rawValue: id),
            url: "https://example.org/\(id)",
            name: (words.randomElement(using: &random) ?? "") + "-\(Int.random(in: 0..<40, using: &random))",
            state: state
        )
        task.total = Bool.random(using: &random) ? .random(in: 0..<6, using: &random) : nil
        task.done = .random(in: 0..<6, using: &random)
        task.speed = state == .running ? Double(Int.random(in: 0..<5, using: &random)) : nil
        task.remaining = state == .running && Bool.random(using: &random) ? .seconds(Int64.random(in: 0..<5, using: &random)) : nil
        task.priority = Priority.allCases.randomElement(using: &random) ?? .normal
        if state == .queued { task.queueOrder = .random(in: 0..<9, using: &random) }
        task.added = WallTime(seconds: .random(in: 0..<9, using: &random))
        if state.isEnded { task.ended = WallTime(seconds: .random(in: 1..<9, using: &random)) }
        return task
    }

    static func query(_ random: inout SeededRandom) -> TaskQuery {
        TaskQuery(
            tab: Bool.random(using: &random) ? .all : Tab.allCases.randomElement(using: &random) ?? .all,
            filter: Filter(["", "", "a", "!beta", "state:run", "size>2", "speed<3"].randomElement(using: &random) ?? ""),
            sort: Sort(Sort.Column.allCases.randomElement(using: &random) ?? .state, isDescending: .random(using: &random))
        )
    }

    @Test(arguments: 0..<12) func `after any changes it shows what sorting and filtering everything would`(seed: UInt64) {
        var random = SeededRandom(seed)
        var index = TaskIndex()
        var plain = Plain()
        index.beginNews()
        for step in 0..<400 {
            var changed: [TaskSnapshot] = []
            for _ in 0..<Int.random(in: 0...(step % 50 == 0 ? 80 : 5), using: &random) {
                let task = Self.task(.random(in: 0..<150, using: &random), &random)
                changed.append(task)
                plain.tasks[task.id] = task
            }
            var gone: [TaskID] = []
            for _ in 0..<Int.random(in: 0...3, using: &random) {
                let id = TaskID(rawValue: .random(in: 0..<150, using: &random))
                if plain.tasks.removeValue(forKey: id) != nil { gone.append(id) }
            }
            if step % 7 == 0 { plain.query = Self.query(&random) }
            if step % 11 == 0 {
                plain.hidden = Set((0..<5).map { _ in TaskID(rawValue: .random(in: 0..<150, using: &random)) })
            }
            index.update(changed, removed: gone)
            index.show(plain.query, hiding: plain.hidden)
            let shown = plain.shown
            #expect(index.choose(.shown).ids == shown.map(\.id), "step \(step): \(plain.query)")
            var request = TaskWindow.Request(plain.query)
            request.hidden = plain.hidden
            request.anchors = [TaskID(rawValue: .random(in: 0..<150, using: &random))]
            request.row = .random(in: -3..<160, using: &random)
            request.top = .random(in: 0..<150, using: &random)
            request.height = .random(in: 1..<20, using: &random)
            request.margin = .random(in: 0..<10, using: &random)
            let window = index.window(request)
            check(window, request, shown, plain, step)
        }
    }

    @Test func `all does not end before the one that ends last`() {
        let tasks = [(Int64(1), 1_000.0), (2, 10.0)].map { number, speed in
            var task = TaskSnapshot(id: TaskID(rawValue: number), url: "https://e.org/\(number)", name: "\(number)", state: .running)
            (task.total, task.done, task.speed, task.remaining) = (1_000, 0, speed, .seconds(1_000 / speed))
            return task
        }
        var index = TaskIndex()
        index.update(tasks)
        #expect(index.window(TaskWindow.Request()).totals.remaining == .seconds(100))
        #expect(Totals(of: tasks).remaining == .seconds(100))
    }

    private func check(_ window: TaskWindow, _ request: TaskWindow.Request, _ shown: [TaskSnapshot], _ plain: Plain, _ step: Int) {
        #expect(window.count == shown.count && Counts(of: window.states) == plain.counts, "step \(step)")
        #expect(window.totals == plain.totals, "step \(step)")
        #expect(window.rows == Array(shown.dropFirst(window.offset).prefix(window.rows.count)), "step \(step)")
        guard !shown.isEmpty else {
            #expect(window.place == nil && window.rows.isEmpty)
            return
        }
        let place = shown.firstIndex { $0.id == request.anchors[0] } ?? min(max(0, request.row), shown.count - 1)
        #expect(window.place == place, "step \(step)")
        let top = TaskWindow.top(request.top, showing: place, height: request.height, of: shown.count)
        #expect((top..<top + request.height).contains(place))
        #expect(window.offset == max(0, top - request.margin))
        #expect(window.offset + window.rows.count == min(shown.count, top + request.height + request.margin))
    }

    @Test func `news are told once, and removals too`() {
        var random = SeededRandom(5)
        var index = TaskIndex()
        var tasks = (Int64(1)...4).map { Self.task($0, &random) }
        for place in tasks.indices { tasks[place].state = .running }
        index.update(tasks)
        index.beginNews()
        #expect(index.window(TaskWindow.Request()).news.isEmpty)
        tasks[1].done += 1
        tasks[2].state = .paused
        let new = Self.task(9, &random)
        index.update(tasks + [new], removed: [tasks[0].id])
        let window = index.window(TaskWindow.Request())
        #expect(window.news == [TaskNews(tasks[2], isNew: false, isContinued: tasks[2].done > 0), TaskNews(new, isNew: true)])
        #expect(window.removed == [tasks[0].id])
        let again = index.window(TaskWindow.Request())
        #expect(again.news.isEmpty && again.removed.isEmpty)
    }

    @Test func `a wait is news again when its reason or its count is another`() {
        var index = TaskIndex()
        var task = TaskSnapshot(id: TaskID(rawValue: 1), url: "", name: "a", state: .waiting(Wait(reason: .retry, attempt: 1)))
        index.update([task])
        index.beginNews()
        task.speed = 3
        index.update([task])
        #expect(index.window(TaskWindow.Request()).news.isEmpty)
        task.state = .waiting(Wait(reason: .retry, attempt: 2))
        index.update([task])
        #expect(index.window(TaskWindow.Request()).news.map(\.task) == [task])
    }

    @Test func `choices and searches follow the order`() {
        var index = TaskIndex()
        index.update(
            (Int64(1)...9).map { number in
                let state: TaskState = number % 3 == 0 ? .paused : .running
                return TaskSnapshot(id: TaskID(rawValue: number), url: "https://e.org/\(number)", name: "n\(10 - number)", state: state)
            }
        )
        index.show(TaskQuery(tab: .active, sort: Sort(.name)))
        func numbers(_ choice: TaskChoice) -> [Int64] { index.choose(choice).ids.map(\.rawValue) }
        #expect(numbers(.shown) == [8, 7, 5, 4, 2, 1])
        #expect(numbers(.between(TaskID(rawValue: 4), TaskID(rawValue: 8))) == [8, 7, 5, 4])
        #expect(numbers(.between(TaskID(rawValue: 3), TaskID(rawValue: 8))) == [])
        #expect(numbers(.fitting("n5")) == [5])
        #expect(numbers(.states([.paused])) == [9, 6, 3])
        #expect(index.choose(.states([.paused, .running])).notShown == 3)
        #expect(index.row(of: TaskSearch("n5", row: 5)) == 2)
        #expect(index.row(of: TaskSearch("n", row: 5, skipsFirst: true)) == 0)
        #expect(index.row(of: TaskSearch("n", row: 0, isBackward: true, skipsFirst: true)) == 5)
        #expect(index.row(of: TaskSearch("n4", row: 0)) == nil)
        #expect(index.known(["https://e.org/3", "https://e.org/0"]) == ["https://e.org/3"])
    }

    @Test func `sizes beyond every disk can be added and taken away`() {
        var index = TaskIndex()
        let huge = (Int64(1)...3).map { number in
            TaskSnapshot(id: TaskID(rawValue: number), url: "", name: "a", state: .running, total: .max, done: .max)
        }
        index.update(huge)
        #expect(index.window(TaskWindow.Request()).totals.total == .max)
        index.update([], removed: huge.dropFirst().map(\.id))
        #expect(index.window(TaskWindow.Request()).totals.total == .max)
        index.update([], removed: [huge[0].id])
        #expect(index.window(TaskWindow.Request()).totals.total == 0)
    }
}
