import DownloadCore
import Testing

@Suite struct QueueTests {
    private func candidate(_ id: Int64, _ priority: Priority = .normal, order: Int64 = 0, origin: String = "a") -> Queue.Candidate {
        Queue.Candidate(id: TaskID(rawValue: id), priority: priority, order: order, origin: origin)
    }

    private func ids(_ numbers: [Int64]) -> [TaskID] {
        numbers.map(TaskID.init(rawValue:))
    }

    @Test func `priority goes before place, place before number`() {
        let all = [
            candidate(1, .low), candidate(2, order: 5), candidate(3, order: 1), candidate(4, .high, order: 9), candidate(5, order: 1),
        ]
        #expect(all.sorted(by: Queue.precedes).map(\.id) == ids([4, 3, 5, 2, 1]))
    }

    @Test(arguments: [(3, 0, [1, 2, 3]), (3, 2, [1]), (3, 3, []), (3, 5, []), (0, 0, []), (-1, 0, []), (99, 0, [1, 2, 3, 4])])
    func `no more tasks run than may`(limit: Int, active: Int, started: [Int64]) {
        let result = Queue.admit(
            waiting: WaitingList((1...4).map { candidate($0) }),
            load: .init(tasks: active),
            limits: .init(tasks: limit, connectionsPerHost: 100)
        )
        #expect(result.start == ids(started))
    }

    @Test func `a host at its cap holds back its own tasks only`() {
        let waiting = [candidate(1), candidate(2), candidate(3, origin: "b"), candidate(4, origin: "c")]
        let limits = Queue.Limits(tasks: 10, connectionsPerHost: 8)
        let load = Queue.Load(connections: ["a": 7, "b": 3])
        let result = Queue.admit(waiting: WaitingList(waiting), load: load, caps: ["b": 3, "c": 0], limits: limits)
        #expect(result.start == ids([1, 4]))
        #expect(result.held == ids([2, 3]))
    }

    @Test(arguments: [
        (1, 1, 0, 8, 8, 8), (4, 4, 0, 8, 8, 8), (4, 4, 3, 8, 8, 5), (4, 8, 0, 8, 8, 4), (4, 8, 9, 8, 8, 3), (1, 1, 0, 8, 2, 2),
        (0, 0, 99, 1, 8, 1), (4, 4, 0, 8, 1, 1),
    ])
    func `waiting tasks go before further connections`(own: Int, used: Int, waiting: Int, cap: Int, limit: Int, allowed: Int) {
        #expect(Queue.allowance(own: own, ofOrigin: used, waitingForOrigin: waiting, cap: cap, taskLimit: limit) == allowed)
    }

    @Test(
        arguments: [
            (nil, [nil, nil], [nil, nil]), (nil, [5, nil], [5, nil]), (100, [nil, nil], [50, 50]), (100, [10, nil], [10, 90]),
            (100, [10, 20, nil], [10, 20, 70]), (100, [200, 300], [50, 50]), (0, [nil, nil], [1, 1]), (-5, [nil], [1]),
            (100, [-3, nil], [1, 99]),
            (Int64.max, [nil, Int64.max], [Int64.max / 2, Int64.max / 2 + 1]),
        ] as [(Int64?, [Int64?], [Int64?])]
    )
    func `what one leaves of its share goes to the others`(total: Int64?, own: [Int64?], shares: [Int64?]) {
        let tasks = Dictionary(uniqueKeysWithValues: own.enumerated().map { (TaskID(rawValue: Int64($0.offset)), $0.element) })
        let divided = RateShare.divide(total: total, tasks: tasks)
        if own.contains(.max) { return #expect(divided.values.allSatisfy { $0 >= Int64.max / 2 }) }
        #expect(own.indices.map { divided[TaskID(rawValue: Int64($0))] } == shares)
    }

    @Test(arguments: [1, 2, 3] as [UInt64])
    func `shares never exceed the total or anybody's own limit`(seed: UInt64) {
        var random = SeededRandom(seed)
        for _ in 0..<500 {
            let count = Int.random(in: 1...20, using: &random)
            let total = Int64.random(in: Int64(count)...1_000_000, using: &random)
            var tasks: [TaskID: Int64?] = [:]
            for id in 0..<count {
                tasks[TaskID(rawValue: Int64(id))] = .some(random.oneIn(2) ? nil : Int64.random(in: 1...200_000, using: &random))
            }
            let shares = RateShare.divide(total: total, tasks: tasks)
            #expect(shares.count == count)
            #expect(shares.values.reduce(0, +) <= total)
            for (id, own) in tasks { #expect(shares[id] ?? 0 >= 1 && shares[id] ?? 0 <= own ?? .max) }
            let isLimited = tasks.values.allSatisfy { $0 != nil }
            let wanted = tasks.values.reduce(Int64(0)) { $0 + ($1 ?? 0) }
            #expect(shares.values.reduce(0, +) >= (isLimited ? min(total, wanted) : total) - Int64(count))
        }
    }
}
