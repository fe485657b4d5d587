internal import AgentLink
internal import DownloadCore
internal import Headless
internal import Platform

/// Finds the tasks that a command line means.
struct TaskFinder {
    let command: AgentCommand
    var lost: Int32 = 1

    /// All that a command names, in its order and each once.
    ///
    /// - Throws: `Problem` with a line for each term that fits nothing; then nothing has been done yet.
    func find(_ terms: [TaskTerm]) async throws(Context.Problem) -> [TaskSnapshot] {
        var found: [TaskSnapshot] = []
        var known: Set<TaskID> = []
        var missing: [String] = []
        for term in terms {
            let tasks = try await find(term)
            if tasks.isEmpty { missing.append("haul: \(term.nothingFound).") }
            for task in tasks where known.insert(task.id).inserted { found.append(task) }
        }
        guard missing.isEmpty else { throw Context.Problem(missing, 1) }
        return found
    }

    /// The task of a command that takes only one.
    func one(_ term: TaskTerm) async throws(Context.Problem) -> TaskSnapshot {
        let found = try await find([term])
        guard let task = found.first, found.count == 1 else {
            let numbers = found.prefix(10).map(\.id.description).joined(separator: ", ") + (found.count > 10 ? ", …" : "")
            throw Context.Problem(["haul: that fits \(found.count) tasks (\(numbers)); give the number of one."], 1)
        }
        return task
    }

    private func find(_ term: TaskTerm) async throws(Context.Problem) -> [TaskSnapshot] {
        switch term {
        case .numbers(let range) where term.isSingle:
            return try await command.call(TasksCall(includesEnded: true, ids: [TaskID(rawValue: range.lowerBound)]), lost: lost)
                .tasks.map(\.snapshot)
        case .numbers(let range):
            var found: [TaskSnapshot] = []
            try await pages(includesEnded: true, after: TaskID(rawValue: range.lowerBound - 1)) { page in
                found += page.filter { range.contains($0.id.rawValue) }
                return page.last.map { $0.id.rawValue < range.upperBound } ?? false
            }
            return found
        case .name:
            var found: [TaskSnapshot] = []
            try await pages(includesEnded: true) { page in
                found += page.filter { term.fits($0.id, names: $0.names) }
                return true
            }
            return found
        }
    }

    /// Hands out all tasks, a page at a time, until there are no more or `body` has had enough.
    func pages(
        session: SessionIdentifier? = nil,
        includesEnded: Bool,
        after start: TaskID? = nil,
        _ body: ([TaskSnapshot]) -> Bool
    ) async throws(Context.Problem) {
        var after = start
        while true {
            let reply = try await command.call(TasksCall(session: session, includesEnded: includesEnded, after: after), lost: lost)
            guard body(reply.tasks.map(\.snapshot)), let next = reply.next else { return }
            // An agent that gives the same place again would be asked for ever.
            guard after.map({ next > $0 }) ?? true else { return }
            after = next
        }
    }

    func all(session: SessionIdentifier? = nil, includesEnded: Bool) async throws(Context.Problem) -> [TaskSnapshot] {
        var found: [TaskSnapshot] = []
        try await pages(session: session, includesEnded: includesEnded) { page in
            found += page
            return true
        }
        return found
    }
}

extension TaskSnapshot {
    /// The original name, and the one the file was published under.
    fileprivate var names: [String] {
        guard case .finished(let file) = state else { return [name] }
        return [name, file.path.split(separator: "/").last.map(String.init) ?? ""]
    }
}
