import DownloadCore

/// One task's machine over a modelled link, in time that only this moves: what the agent and the transport would do, and nothing else.
struct LinkSimulator {
    /// What came out.
    struct Outcome: Sendable {
        var seconds: Double
        var mostConnections = 0

        /// Connections that were asked for, and those that were refused.
        var requests = 0
        var refusals = 0

        /// Bytes that the server sent.
        var sent: Int64 = 0

        /// Connections at the end of each second.
        var connections: [Int] = []

        /// Which connections were asked for at what second.
        var opened: [(number: Int, at: Double)] = []
        var lesson: ConnectionRamp.Lesson?
    }

    private struct Connection {
        let order: ConnectionOrder
        let number: Int
        var opened: Double
        var hasReplied = false
        var sent = 0.0
        var position: Int64
        var told: Int64
        var end: Int64
        var isClosing = false
        var isRefused = false
    }

    private static let step = 0.01
    private let model: LinkModel
    private var machine: TaskStateMachine
    private var connections: [ConnectionID: Connection] = [:]
    private var time = 0.0
    private var wakeAt: Double?
    private var nextTick = Double.infinity
    private var nextNews = 0.04
    private var news: [TaskReport] = []
    private var outcome = Outcome(seconds: .infinity)

    init(_ model: LinkModel, lesson: ConnectionRamp.Lesson? = nil) {
        self.model = model
        var request = DownloadRequest(urls: [MachineBench.url])
        request.maximumConnections = model.connections
        machine = TaskStateMachine(TaskRecord(id: TaskID(rawValue: 1), request: request, order: 0, added: WallTime(seconds: 0)))
        machine.lesson = lesson
    }

    /// Runs it to its end, or for an hour.
    static func run(_ model: LinkModel, lesson: ConnectionRamp.Lesson? = nil) -> Outcome {
        var simulator = LinkSimulator(model, lesson: lesson)
        simulator.feed(.start)
        simulator.feed(.partReady(attempt: 1, length: 0))
        while simulator.machine.record.state.isActive, simulator.machine.record.state != .publishing, simulator.time < 3_600 {
            simulator.advance()
        }
        if simulator.machine.record.state == .publishing { simulator.outcome.seconds = simulator.time }
        simulator.outcome.lesson = simulator.machine.learned
        return simulator.outcome
    }

    private var now: Now {
        Now(instant: Instant(nanoseconds: 1 + Int64((time * 1e9).rounded())), wall: WallTime(seconds: Int64(time)))
    }

    private mutating func feed(_ report: TaskReport) {
        for action in machine.handle(report, now: now) {
            switch action {
            case .open(let order): open(order)
            case .shorten(let id, let end):
                if let old = connections[id]?.end { connections[id]?.end = min(old, end) }
            case .close(let id): connections[id]?.isClosing = true
            case .closeAll: for id in connections.keys { connections[id]?.isClosing = true }
            case .wake(let due): wakeAt = Double(due.nanoseconds - 1) / 1e9
            default: break
            }
        }
    }

    private mutating func open(_ order: ConnectionOrder) {
        var (start, end) = (Int64(0), model.size)
        if case .range(let from, let to) = order.asked { (start, end) = (from, to ?? model.size) }
        var connection = Connection(order: order, number: outcome.requests, opened: time, position: start, told: start, end: end)
        let accepted = connections.values.count { !$0.isRefused }
        if let limit = model.clientLimit, accepted >= limit.count { connection.isRefused = true }
        outcome.requests += 1
        outcome.opened.append((connection.number, time))
        if connection.isRefused { outcome.refusals += 1 }
        connections[order.connection] = connection
        outcome.mostConnections = max(outcome.mostConnections, connections.values.count { !$0.isRefused })
    }

    /// A moment passes.
    private mutating func advance() {
        time += Self.step
        news.removeAll()
        reply()
        send()
        tellNews()
        for report in news { feed(report) }
        if nextTick.isInfinite, machine.record.state == .running { nextTick = time + 0.25 }
        if let due = wakeAt, due <= time {
            wakeAt = nil
            feed(.wake)
            feed(.tick(allowance: 64))
        }
        if nextTick <= time {
            nextTick = time + 0.25
            feed(.tick(allowance: 64))
        }
        if outcome.connections.count < Int(time) { outcome.connections.append(machine.connectionCount) }
    }

    private func report(_ id: ConnectionID, _ kind: TransportReport.Kind) -> TaskReport {
        .transport(attempt: connections[id]?.order.attempt ?? 0, id, kind)
    }

    private mutating func reply() {
        for (id, connection) in connections.sorted(by: { $0.key < $1.key }) where !connection.hasReplied {
            guard time - connection.opened >= model.latency.inSeconds else { continue }
            connections[id]?.hasReplied = true
            if connection.isRefused, let refusal = model.clientLimit?.refusal {
                refuse(id, connection, refusal)
            } else if !connection.isClosing {
                news.append(report(id, .replied(MachineBench.write(connection.position, MachineBench.found(model.size)))))
            }
        }
    }

    private mutating func refuse(_ id: ConnectionID, _ connection: Connection, _ refusal: LinkModel.Refusal) {
        let reset = Failure(.network, "reset", isTransient: true)
        switch refusal {
        case .forbidden: news.append(report(id, .replied(.gone(Failure(.httpStatus, "403", httpStatus: 403), mayRecover: true))))
        case .tooMany, .overloaded: news.append(report(id, .replied(.failure(Failure(.overloaded, "429", isTransient: true)))))
        case .reset: news.append(report(id, .ended(position: connection.position, .failed(reset))))
        case .cut:
            let found = MachineBench.found(model.size)
            news.append(report(id, .replied(MachineBench.write(connection.position, found))))
            news.append(report(id, .ended(position: connection.position + 16_384, .failed(reset))))
        }
        connections[id] = nil
    }

    /// Bytes flow: each connection has what it can, and all share what the link has, those that want little first.
    private mutating func send() {
        let running = connections.filter { $0.value.hasReplied }.map { id, connection in
            let most = model.most(number: connection.number, age: time - connection.opened, sent: Int64(connection.sent))
            return (id: id, most: most)
        }.sorted { ($0.most, $0.id) < ($1.most, $1.id) }
        var left = model.shared ?? .infinity
        for (place, entry) in running.enumerated() {
            let rate = min(entry.most, left / Double(running.count - place))
            left -= rate
            guard var connection = connections[entry.id] else { continue }
            let bytes = min(rate * Self.step, Double(connection.end - connection.position) + 1)
            connection.sent += bytes
            outcome.sent += Int64(bytes)
            connection.position = min(max(connection.end, connection.position), connection.position + Int64(bytes))
            connections[entry.id] = connection
        }
    }

    /// Ends are told at once, positions now and then.
    private mutating func tellNews() {
        let isDue = nextNews <= time
        if isDue { nextNews = time + (connections.values.contains { time - $0.opened < 1.5 } ? 0.025 : 0.2) }
        for (id, connection) in connections.sorted(by: { $0.key < $1.key }) {
            if connection.isClosing {
                news.append(report(id, .ended(position: connection.position, .stopped)))
                connections[id] = nil
            } else if connection.hasReplied, connection.position >= connection.end {
                news.append(report(id, .ended(position: connection.position, .done)))
                connections[id] = nil
            } else if isDue, connection.position > connection.told {
                news.append(report(id, .progress(position: connection.position)))
                connections[id]?.told = connection.position
            }
        }
    }
}
