import Glibc
import Testing

@testable import DownloadCore

/// Random walks of one task through a world in which everything goes wrong, then through one in which nothing does.
@Suite(.serialized) struct MachineWalkTests {
    private struct Walk {
        var world: SimulatedWorld
        var machine: TaskStateMachine
        var now = Now(instant: Instant(nanoseconds: 1), wall: WallTime(seconds: 1_700_000_000))
        var opened: Set<ConnectionID> = []
        var hasEnded = false
        var inputs = 0

        /// The longest time between two things that happen.
        var pace = 300

        /// The rows as they are after a kill, and as a loss of power leaves them: then only what was forced to the disk is sure.
        private var stored: TaskRecord
        private var durable: TaskRecord

        init(seed: UInt64) {
            world = SimulatedWorld(seed: seed)
            var request = DownloadRequest(urls: ["https://files.example/a", "https://files.example/b"])
            request.maximumConnections = Int(seed % 8) + 1
            request.waitsForDisk = seed % 2 == 0
            request.retry = seed % 5 == 0 ? .background : .batch
            if seed % 6 == 0 { request.checksum = Checksum(.md5, hex: String(repeating: "0", count: 32)) }
            machine = TaskStateMachine(TaskRecord(id: TaskID(rawValue: Int64(seed)), request: request, order: 0, added: now.wall))
            stored = machine.record
            durable = machine.record
        }

        mutating func later(_ duration: Duration) {
            now = Now(instant: now.instant.advanced(by: duration), wall: now.wall.advanced(by: duration))
        }

        // MARK: - Steps

        mutating func step() {
            inputs += 1
            later(.milliseconds(Int.random(in: 0...pace, using: &world.random)))
            if world.isChaotic, world.random.oneIn(40) { return command() }
            if world.isChaotic, world.random.oneIn(80) { return kill(isPowerLost: world.random.oneIn(3)) }
            if world.random.oneIn(6) { return feed(.tick(allowance: 8)) }
            if world.random.oneIn(25) {
                world.sync(machine.record.generation)
                return feed(.synced(generation: machine.record.generation, mark: machine.record.plan.mark))
            }
            if machine.record.state == .queued, world.random.oneIn(3) { return feed(.start) }
            if let report = world.next() { return feed(report) }
            if case .waiting = machine.record.state, let due = world.wakeAt {
                later(max(.zero, due.since(now.instant)))
                return feed(.wake)
            }
            if !world.isChaotic { settle() }
        }

        /// In a good world somebody looks after what stands still.
        private mutating func settle() {
            switch machine.record.state {
            case .paused: apply(.resume)
            case .failed, .cancelled: apply(.retry)
            default: break
            }
        }

        /// The process ends between two inputs, and the next one takes up what the store has.
        private mutating func kill(isPowerLost: Bool) {
            world.kill(isPowerLost: isPowerLost)
            machine = TaskStateMachine(recovering: isPowerLost ? durable : stored, trust: isPowerLost ? .durable : .written)
            stored = machine.record
            durable = machine.record
            opened = []
            #expect(machine.record.plan.isSound)
        }

        private mutating func command() {
            apply(world.random.pick(TaskCommand.allCases))
        }

        private mutating func apply(_ command: TaskCommand) {
            let before = machine
            do {
                let actions = try machine.apply(command, now: now)
                if command == .retry { hasEnded = false }
                check(before: before, faulty: false)
                carryOut(actions)
            } catch {
                #expect(machine == before)
            }
        }

        private mutating func feed(_ report: TaskReport) {
            let before = machine
            let actions = machine.handle(report, now: now)
            check(before: before, faulty: Self.isLocalFault(report))
            carryOut(actions)
        }

        private static func isLocalFault(_ report: TaskReport) -> Bool {
            switch report {
            case .partReady, .partMissing: true
            case .transport(_, _, .ended(_, .failed(let failure))): failure.code == .writeFile || failure.code == .diskFull
            default: false
            }
        }

        // MARK: - What must always be true

        private func check(before: TaskStateMachine, faulty: Bool) {
            let (old, new) = (before.record, machine.record)
            #expect(new.plan.isSound)
            #expect(new.attempt >= old.attempt)
            #expect(new.generation >= old.generation)
            if new.attempt == old.attempt, new.generation == old.generation, !faulty { #expect(new.plan.written >= old.plan.written) }
            #expect(machine.connectionCount <= max(1, new.request.maximumConnections))
            if Self.stored(new) != Self.stored(old) { #expect(machine.change != .none) }
        }

        /// What a row holds: who fetches what is not stored.
        private static func stored(_ record: TaskRecord) -> TaskRecord {
            var record = record
            record.plan.releaseAll()
            return record
        }

        private mutating func carryOut(_ actions: [TaskAction]) {
            let change = machine.takeChange()
            // Progress is stored now and then, everything else before it is acted upon.
            if change >= .record || change > .none && world.random.oneIn(5) { stored = machine.record }
            if change == .state { durable = machine.record }
            for action in actions {
                switch action {
                case .open(let order):
                    #expect(order.attempt == machine.record.attempt)
                    #expect(order.generation == machine.record.generation)
                    #expect(opened.insert(order.connection).inserted)
                case .shorten(let id, _), .close(let id):
                    #expect(opened.contains(id))
                    if let order = world.connections[id]?.order { #expect(order.attempt == machine.record.attempt) }
                case .tell(.finished), .tell(.failed), .tell(.cancelled):
                    #expect(!hasEnded, "two ends without a retry")
                    hasEnded = true
                default:
                    break
                }
                world.perform(action, attempt: machine.record.attempt)
            }
            checkConnections()
        }

        /// Whoever still fetches is known to the machine: nothing runs that nobody would ever end.
        private func checkConnections() {
            for (id, connection) in world.connections where !connection.isClosing {
                #expect(machine.connections[id] != nil && connection.order.attempt == machine.record.attempt)
            }
            if machine.record.state.isEnded { #expect(!world.connections.values.contains { !$0.isClosing }) }
            if let published = world.published {
                let stretches = world.files.mapValues { $0.stretches.map { "\($0)" } }
                #expect(published.version != nil, "a mixture of versions was published: \(stretches)")
                if let version = published.version { #expect(published.total == SimulatedWorld.total(version)) }
            }
        }
    }

    /// `HAUL_WALKS=20000` asks for so many short walks.
    private static let walks = getenv("HAUL_WALKS").flatMap { Int(String(cString: $0)) } ?? 2_000

    @Test(arguments: 1...120)
    func `through all that goes wrong a task ends once and whole`(seed: Int) {
        walk(seed: seed, steps: 2_000)
    }

    /// `HAUL_HOURS=24` asks for so many simulated hours; alone, since the memory of the whole process is looked at then.
    private static let hours = getenv("HAUL_HOURS").flatMap { Double(String(cString: $0)) }

    @Test func `fifty tasks at a time go on for hours and need no more memory`() throws {
        let length = Duration.seconds((Self.hours ?? 0.02) * 3_600)
        var memory: [Int] = []
        for slot in 0..<50 {
            var clock = Duration.zero
            var seed = 50_000 + slot * 1_000_000
            while clock < length {
                seed += 1
                clock += walk(seed: seed, steps: 200, pace: 3_000)
            }
            // Half of them, so that all caches have been filled.
            if slot >= 24 { memory.append(try #require(Self.memory())) }
        }
        guard Self.hours != nil, let first = memory.first, let most = memory.max() else { return }
        print("simulated: \(first) KiB after 25 tasks, at most \(most) KiB after that")
        #expect(most <= first + first / 20 + 2_048)
    }

    private static func memory() -> Int? {
        guard let file = fopen("/proc/self/statm", "r") else { return nil }
        defer { fclose(file) }
        var line = [CChar](repeating: 0, count: 128)
        guard fgets(&line, 128, file) != nil else { return nil }
        let text = String(decoding: line.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
        return text.split(separator: " ").dropFirst().first.flatMap { Int($0) }.map { $0 * 4 }
    }

    @Test func `thousands of other ways to go wrong end so as well`() {
        for seed in 1_000..<1_000 + Self.walks { walk(seed: seed, steps: 60 + seed % 240) }
    }

    @discardableResult
    private func walk(seed: Int, steps: Int, pace: Int = 300) -> Duration {
        var walk = Walk(seed: UInt64(seed))
        walk.pace = pace
        let start = walk.now.instant
        for _ in 0..<steps {
            if case .finished = walk.machine.record.state { break }
            walk.step()
        }
        walk.world.isChaotic = false
        for _ in 0..<4_000 {
            if case .finished = walk.machine.record.state { break }
            walk.step()
        }
        #expect(
            walk.machine.record.state.kind == .finished,
            "seed \(seed): \(walk.machine.record.state), \(walk.machine.connectionCount) connections"
        )
        #expect(walk.world.published?.version != nil, "seed \(seed)")
        return walk.now.instant.since(start)
    }
}
