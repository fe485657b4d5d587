import DownloadCore
import Testing

/// What keeps a task of the queue: told as the rules of `admit` have it.
@Suite struct QueueObstacleTests {
    private func candidate(
        _ priority: Priority = .normal,
        group: String? = nil,
        share: Int? = nil,
        isUrgent: Bool = false
    ) -> Queue.Candidate {
        var candidate = Queue.Candidate(id: TaskID(rawValue: 7), priority: priority, order: 1, origin: "https://example.org")
        candidate.group = group
        candidate.isUrgent = isUrgent
        candidate.share = share.map { .init(session: .haul, limit: $0) }
        return candidate
    }

    private func standing(
        tasks: Int = 1,
        of limit: Int = 4,
        connections: Int = 1,
        _ change: (inout Queue.Standing) -> Void = { _ in }
    ) -> Queue.Standing {
        var load = Queue.Load(tasks: tasks, connections: ["https://example.org": connections])
        load.groups = ["big": 2]
        load.shares = [Queue.Candidate.Share(session: .haul, limit: 2).key("https://example.org"): 2]
        var limits = Queue.Limits(tasks: limit, connectionsPerHost: 8)
        limits.groups = ["big": 2]
        var standing = Queue.Standing(load: load, limits: limits)
        change(&standing)
        return standing
    }

    /// Whatever has an obstacle is not admitted, and the other way round.
    private func words(_ candidate: Queue.Candidate, _ standing: Queue.Standing) -> String? {
        let obstacle = standing.obstacle(to: candidate)
        if standing.pauses.isEmpty, standing.diskReason == nil {
            let result = Queue.admit(
                waiting: WaitingList([candidate]),
                load: standing.load,
                caps: standing.caps,
                limits: standing.limits
            )
            #expect(result.start.isEmpty == (obstacle != nil))
        }
        return obstacle?.words
    }

    @Test func `each cap is named with its numbers`() {
        #expect(words(candidate(), standing()) == nil)
        #expect(words(candidate(), standing(tasks: 4)) == "a place (4 of 4 run)")
        #expect(words(candidate(group: "big"), standing()) == "a place in group big (2 of 2 run)")
        #expect(words(candidate(group: "small"), standing()) == nil)
        #expect(words(candidate(), standing(connections: 8)) == "a connection to example.org (8 of 8 in use)")
        let refused = standing(connections: 3) { $0.caps = ["https://example.org": 3] }
        #expect(words(candidate(), refused) == "a connection to example.org (3 of 3 in use)")
        #expect(words(candidate(share: 2), standing()) == "a connection to example.org (2 of 2 of its session in use)")
        #expect(words(candidate(share: 3), standing()) == nil)
    }

    @Test func `of several, the one that the others would leave standing`() {
        #expect(words(candidate(group: "big"), standing(tasks: 4)) == "a place in group big (2 of 2 run)")
        #expect(words(candidate(), standing(tasks: 4, connections: 8)) == "a place (4 of 4 run)")
    }

    @Test func `a task whose place one of higher priority has is told so`() {
        func full(behind order: Int64) -> Queue.Standing {
            standing(tasks: 2, of: 2) { standing in
                let id = TaskID(rawValue: 9)
                standing.last[.high] = Queue.Candidate(id: id, priority: .high, order: order, origin: "https://example.org")
            }
        }
        #expect(words(candidate(.low), full(behind: 2)) == "a place (2 of 2 run, and higher priority goes first)")
        #expect(words(candidate(.normal), full(behind: 1)) == "a place (2 of 2 run, and higher priority goes first)")
        #expect(words(candidate(.high), full(behind: 2)) == "a place (2 of 2 run)")
        // It stands before this one anyway.
        #expect(words(candidate(.low), full(behind: 0)) == "a place (2 of 2 run)")
    }

    @Test func `one that was started by hand waits for nothing but its host`() {
        let full = standing(tasks: 4) { $0.diskReason = .diskFull }
        #expect(full.obstacle(to: candidate(group: "big", isUrgent: true)) == nil)
        #expect(words(candidate(isUrgent: true), standing(connections: 8)) == "a connection to example.org (8 of 8 in use)")
    }

    @Test func `a host's pause says until when, and a disk that is full for one is so for all`() {
        let until = WallTime(seconds: 1_800_000_000)
        let paused = standing { $0.pauses = ["https://example.org": until] }
        #expect(paused.obstacle(to: candidate()) == .init(.pause, name: "example.org", until: until))
        let gone = standing(tasks: 4) { standing in
            standing.diskReason = .directoryMissing
            standing.diskWaiters = [TaskID(rawValue: 1)]
        }
        #expect(gone.obstacle(to: candidate())?.kind == .folder)
        #expect(gone.obstacle(to: candidate())?.words == "its folder to come back")
        let full = standing { standing in
            standing.diskReason = .diskFull
            standing.diskWaiters = [TaskID(rawValue: 7)]
        }
        #expect(full.obstacle(to: candidate()) == nil, "it looks whether the disk is still full")
    }
}
