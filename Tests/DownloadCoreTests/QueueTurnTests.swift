import DownloadCore
import TestSupport
import Testing

/// Who goes first, and who gives his place up: in virtual time, second by second.
@Suite struct QueueTurnTests {
    /// A queue, and tasks that run for a while.
    private struct World {
        struct Job {
            var candidate: Queue.Candidate
            var length: Int
            var done = 0
            var started: Int?
            var starts = 0
            var ended: Int?
        }

        var limits: Queue.Limits
        var jobs: [TaskID: Job] = [:]
        var waiting = WaitingList()
        var turns = Queue.Turns()
        var second = 0

        init(slots: Int, perHost: Int = 100, groups: [String: Int] = [:]) {
            limits = Queue.Limits(tasks: slots, connectionsPerHost: perHost)
            limits.groups = groups
        }

        mutating func add(_ session: String, _ count: Int, length: Int, _ priority: Priority = .normal, group: String? = nil) {
            for _ in 0..<count {
                let id = TaskID(rawValue: Int64(jobs.count + 1))
                var candidate = Queue.Candidate(id: id, priority: priority, order: id.rawValue, origin: "a")
                candidate.session = SessionIdentifier(session)
                candidate.group = group
                jobs[id] = Job(candidate: candidate, length: length)
                waiting.insert(candidate)
            }
        }

        var active: Set<TaskID> = []
        var running: [Job] { active.sorted().compactMap { jobs[$0] } }

        func running(of session: String) -> Int { running.count { $0.candidate.session?.text == session } }

        private var load: Queue.Load {
            var load = Queue.Load(tasks: running.count, connections: ["a": running.count])
            for job in running {
                load.sessions[job.candidate.session, default: 0] += 1
                if let group = job.candidate.group { load.groups[group, default: 0] += 1 }
            }
            return load
        }

        /// One second: what is full ends, places change, what may start starts.
        mutating func tick() {
            for job in running {
                let id = job.candidate.id
                jobs[id]?.done += 1
                guard let now = jobs[id], now.done >= now.length else { continue }
                jobs[id]?.ended = second
                jobs[id]?.started = nil
                active.remove(id)
            }
            second += 1
            let runners = running.map { job in
                Queue.Runner(
                    id: job.candidate.id,
                    priority: job.candidate.priority,
                    origin: "a",
                    group: job.candidate.group,
                    age: .seconds(second - (job.started ?? second)),
                    remaining: .seconds(job.length - job.done)
                )
            }
            for id in Queue.displace(waiting: waiting, running: runners, load: load, limits: limits) {
                guard let job = jobs[id] else { continue }
                jobs[id]?.started = nil
                active.remove(id)
                waiting.insert(job.candidate)
            }
            let started = Queue.admit(waiting: waiting, load: load, turns: turns, limits: limits).start
            for id in started {
                waiting.remove(id)
                turns.took(jobs[id]?.candidate.session)
                jobs[id]?.started = second
                active.insert(id)
                jobs[id]?.starts += 1
            }
        }

        mutating func run(to last: Int) {
            while second < last { tick() }
        }
    }

    @Test func `a session that comes late gets its half at once, behind ten thousand of another`() {
        var world = World(slots: 4)
        world.add("a", 10_000, length: 10)
        world.run(to: 5)
        #expect(world.running(of: "a") == 4)
        world.add("b", 100, length: 10)
        for second in 12..<300 {
            world.run(to: second)
            #expect(world.running(of: "b") == 2, "at \(second)")
        }
    }

    @Test(arguments: [1, 2, 3, 5])
    func `over a long time sessions with work get equal parts`(slots: Int) {
        var world = World(slots: slots)
        for (session, count) in [("a", 3_000), ("b", 1_000), ("c", 2_000)] { world.add(session, count, length: 3) }
        world.run(to: 900)
        let ended = ["a", "b", "c"].map { name in
            world.jobs.values.count { $0.ended != nil && $0.candidate.session?.text == name }
        }
        let all = ended.reduce(0, +)
        #expect(all >= slots * 290)
        for share in ended { #expect(abs(share - all / 3) <= slots + 1, "\(ended)") }
    }

    @Test func `one that has nothing to do loses nothing to the others' turns`() {
        var world = World(slots: 2)
        world.add("a", 100, length: 2)
        world.run(to: 60)
        world.add("b", 1, length: 2)
        world.run(to: 64)
        #expect(world.jobs[TaskID(rawValue: 101)]?.ended != nil)
        #expect(world.running.count == 2)
    }

    @Test func `priority goes before fairness, order within a session stays`() {
        var world = World(slots: 1)
        world.add("a", 2, length: 1)
        world.add("b", 2, length: 1, .high)
        world.run(to: 8)
        let order = world.jobs.values.sorted { ($0.ended ?? .max) < ($1.ended ?? .max) }.map(\.candidate.id.rawValue)
        #expect(order == [3, 4, 1, 2])
    }

    @Test func `a group never has more than its cap, and nobody waits behind it`() {
        var world = World(slots: 5, groups: ["slow": 2, "none": 0])
        world.add("a", 1_000, length: 4, group: "slow")
        world.add("a", 10, length: 4, group: "none")
        world.add("a", 50, length: 4)
        for second in 1..<60 {
            world.run(to: second)
            #expect(world.running.count { $0.candidate.group == "slow" } == 2)
            #expect(world.running.count { $0.candidate.group == "none" } == 0)
            if second < 50 { #expect(world.running.count == 5) }
        }
    }

    @Test func `a high one takes the place of a low one, which goes on afterwards`() {
        var world = World(slots: 2)
        world.add("a", 2, length: 60, .low)
        world.run(to: 20)
        world.add("a", 1, length: 10, .high)
        world.run(to: 21)
        #expect(world.running.map(\.candidate.id.rawValue).contains(3))
        #expect(world.running.count == 2)
        world.run(to: 200)
        #expect(world.jobs.values.allSatisfy { $0.ended != nil })
        // One was stopped once; nothing that was done is done again.
        #expect(world.jobs.values.map(\.starts).sorted() == [1, 1, 2])
    }

    @Test func `who has just begun, or is nearly done, keeps his place`() {
        var world = World(slots: 1)
        world.add("a", 1, length: 60, .low)
        world.run(to: 2)
        world.add("a", 1, length: 2, .high)
        world.run(to: 4)
        #expect(world.running.first?.candidate.id.rawValue == 1)
        world.run(to: 7)
        #expect(world.running.first?.candidate.id.rawValue == 2)
        world.run(to: 59)
        // Four seconds before its end.
        world.add("a", 1, length: 9, .high)
        let left = world.jobs[TaskID(rawValue: 1)].map { $0.length - $0.done } ?? 0
        #expect(left <= 5 && left > 0, "\(left)")
        world.tick()
        #expect(world.running.first?.candidate.id.rawValue == 1)
    }

    /// However the high ones come, a low one is stopped at most once for each of them, and no more than once in five seconds.
    @Test(arguments: [1, 2, 3, 4, 5] as [UInt64])
    func `nothing thrashes`(seed: UInt64) {
        var random = SeededRandom(seed)
        var world = World(slots: 3)
        world.add("a", 10, length: 100, .low)
        world.add("b", 5, length: 40)
        var high = 0
        for second in 1...400 {
            world.run(to: second)
            if random.oneIn(8) {
                high += 1
                world.add("c", 1, length: Int.random(in: 1...20, using: &random), .high)
            }
            #expect(world.running.count == 3)
        }
        let low = world.jobs.values.filter { $0.candidate.priority == .low }
        let stops = low.reduce(0) { $0 + max(0, $1.starts - 1) }
        #expect(stops <= high)
        // Nobody but the low ones was ever stopped.
        #expect(world.jobs.values.allSatisfy { $0.candidate.priority == .low || $0.starts <= 1 })
        // And no high one waited for a low one that could be stopped, longer than that one keeps its place.
        for job in world.jobs.values where job.candidate.priority == .high && job.ended == nil && job.started == nil {
            #expect(world.running.allSatisfy { $0.candidate.priority != .low || world.second - ($0.started ?? 0) <= 6 })
        }
    }

    @Test func `what cannot go on later is not stopped, and a host's cap counts`() {
        let limits = Queue.Limits(tasks: 1, connectionsPerHost: 2)
        var high = Queue.Candidate(id: TaskID(rawValue: 9), priority: .high, order: 9, origin: "a")
        var low = Queue.Runner(id: TaskID(rawValue: 1), priority: .low, origin: "a", connections: 2, age: .seconds(60))
        let load = Queue.Load(tasks: 1, connections: ["a": 2, "b": 2])
        func stopped() -> [TaskID] { Queue.displace(waiting: WaitingList([high]), running: [low], load: load, limits: limits) }
        #expect(stopped() == [low.id])
        low.isResumable = false
        #expect(stopped() == [])
        low.isResumable = true
        // The other host would still be full.
        high.origin = "b"
        #expect(stopped() == [])
        high.origin = "c"
        #expect(stopped() == [low.id])
        high.priority = .normal
        #expect(stopped() == [])
        low.priority = .normal
        high.priority = .high
        #expect(stopped() == [])
    }
}
