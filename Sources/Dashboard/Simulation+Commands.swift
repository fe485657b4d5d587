public import DownloadCore

extension Simulation {
    /// Changes tasks; those that a command does not fit stay as they are.
    private mutating func change(_ ids: [TaskID], _ body: (inout Simulation, inout TaskSnapshot) -> Void) {
        let wanted = Set(ids)
        for index in tasks.indices where wanted.contains(tasks[index].id) {
            var task = tasks[index]
            body(&self, &task)
            tasks[index] = task
        }
        admit()
    }

    public mutating func pause(_ ids: [TaskID]) {
        change(ids) { if !$1.state.isEnded { $0.enter(.paused, &$1) } }
    }

    /// Goes on with what is paused, failed or was cancelled.
    public mutating func resume(_ ids: [TaskID]) {
        change(ids) { simulation, task in
            guard [.paused, .failed, .cancelled].contains(task.state.kind) else { return }
            task.ended = nil
            simulation.enter(.queued, &task)
        }
    }

    public mutating func cancel(_ ids: [TaskID]) {
        change(ids) { simulation, task in
            guard !task.state.isEnded else { return }
            task.ended = simulation.now
            simulation.enter(.cancelled, &task)
        }
    }

    public mutating func startNow(_ ids: [TaskID]) {
        change(ids) { if !$1.state.isEnded, !$1.state.isActive { $0.enter(.connecting, &$1) } }
    }

    public mutating func remove(_ ids: [TaskID]) {
        tasks.removeAll { Set(ids).contains($0.id) }
        admit()
    }

    public mutating func edit(_ id: TaskID, _ edit: TaskEdit) {
        change([id]) { _, task in
            if let url = edit.url { task.url = url }
            if let name = edit.outputName { task.name = name }
            if let priority = edit.priority { task.priority = priority }
            if let limit = edit.rateLimit { task.rateLimit = limit > 0 ? limit : nil }
        }
    }

    public mutating func move(_ id: TaskID, isUp: Bool) {
        let order = order
        guard let place = order.firstIndex(of: id), order.indices.contains(place + (isUp ? -1 : 1)) else { return }
        let other = order[place + (isUp ? -1 : 1)]
        let places = Dictionary(uniqueKeysWithValues: order.enumerated().map { ($1, $0 + 1) })
        for index in tasks.indices {
            if tasks[index].id == id { tasks[index].queuePosition = places[other] }
            if tasks[index].id == other { tasks[index].queuePosition = places[id] }
        }
        admit()
    }

    public mutating func limit(_ rate: Int64?) {
        limit = rate
        isLimitAlternative = false
    }

    public mutating func limitAlternative(_ isOn: Bool) { isLimitAlternative = isOn }

    public mutating func add(_ requests: [DownloadRequest]) {
        for request in requests {
            lastID += 1
            let url = request.urls.first ?? ""
            let name = url.split(separator: "/").last.map(String.init) ?? url
            var task = TaskSnapshot(
                id: TaskID(rawValue: lastID),
                session: "haul",
                url: url,
                name: request.outputName ?? name,
                state: .queued
            )
            task.total = Int64(20e6 + 900e6 * chance())
            task.state = request.startsPaused ? .paused : .queued
            task.rateLimit = request.rateLimit
            task.isResumable = true
            task.added = now
            tasks.append(task)
        }
        admit()
    }

    /// A task with its pieces: each connection has an equal part of the file.
    public func details(_ id: TaskID) -> Details? {
        guard var task = tasks.first(where: { $0.id == id }) else { return nil }
        if let total = task.total, total > 0, !task.state.isEnded {
            let count = Int64(max(1, min(8, task.maximumConnections)))
            let length = total / count
            for part in 0..<count {
                let start = part * length
                let end = part == count - 1 ? total : start + length
                // The first parts are ahead of the last ones.
                let share = min(1, Double(task.done) / Double(total) * (1.25 - 0.5 * Double(part) / Double(max(1, count - 1))))
                let position = start + Int64(Double(end - start) * share)
                if position > start { task.pieces.append(.init(range: start..<position, kind: .done)) }
                if task.state == .running, position < end { task.pieces.append(.init(range: position..<end, kind: .active)) }
            }
        }
        return Details(task: task, httpStatus: task.done > 0 ? 206 : nil)
    }
}
