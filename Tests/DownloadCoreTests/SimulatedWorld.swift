import Testing

@testable import DownloadCore

/// A server that changes its file, a transport, a disk and a queue, all at random: what surrounds one task's machine.
struct SimulatedWorld {
    /// One connection as the transport has it.
    struct Connection {
        var order: ConnectionOrder
        var hasReplied = false
        var isClosing = false
        var version = 0
        var position: Int64
        var end: Int64
    }

    private static let url = "https://files.example/a"
    var random: SeededRandom
    var isChaotic = true
    var version = 0
    let honoursRanges: Bool
    let hasETag: Bool
    var files: [Int: PaintedFile] = [:]

    /// The part files as the last sync of each left them on the disk.
    private var synced: [Int: PaintedFile] = [:]
    var connections: [ConnectionID: Connection] = [:]
    var answers: [TaskReport] = []
    var wakeAt: Instant?
    var published: (version: Int?, total: Int64)?
    private var publishing = 0

    init(seed: UInt64) {
        random = SeededRandom(seed)
        honoursRanges = seed % 4 != 0
        hasETag = seed % 3 != 0
    }

    /// Versions have different lengths, but some have the same.
    static func total(_ version: Int) -> Int64 {
        (version % 3 == 2 ? 7 : 8) << 20
    }

    // MARK: - Carrying out

    mutating func perform(_ action: TaskAction, attempt: Int) {
        switch action {
        case .preparePart(let generation, let mustExist):
            if isChaotic, random.oneIn(20) { files[generation] = nil }
            if isChaotic, random.oneIn(20) { files[generation]?.truncate(to: Int64.random(in: 0...8 << 20, using: &random)) }
            if mustExist, files[generation] == nil { return answers.append(.partMissing(attempt: attempt)) }
            files[generation] = files[generation] ?? PaintedFile()
            answers.append(.partReady(attempt: attempt, length: files[generation]?.length ?? 0))
        case .allocate:
            if isChaotic, random.oneIn(30) { answers.append(.allocationFailed(attempt: attempt, Failure(.diskFull, "full"))) }
        case .open(let order):
            open(order)
        case .shorten(let id, let end):
            if let old = connections[id]?.end { connections[id]?.end = min(old, end) }
        case .close(let id):
            connections[id]?.isClosing = true
        case .closeAll:
            for id in connections.keys { connections[id]?.isClosing = true }
        case .verify:
            answers.append(
                isChaotic && random.oneIn(3) ? .verifyFailed(attempt: attempt, Failure(.checksum, "x")) : .verified(attempt: attempt)
            )
        case .publish(let generation, let size):
            if isChaotic, random.oneIn(6) { return answers.append(.publishFailed(attempt: attempt, Failure(.diskFull, "full"))) }
            publishing = generation
            answers.append(.published(attempt: attempt, FinishedFile(path: "/d/1", bytes: size)))
        case .discardPart(let generation):
            if let generation { files[generation] = nil } else { files = [:] }
        case .wake(let instant):
            wakeAt = instant
        case .tell:
            break
        }
    }

    private mutating func open(_ order: ConnectionOrder) {
        #expect(connections[order.connection] == nil)
        var (start, end) = (Int64(0), Int64.max)
        if case .range(let from, let to) = order.asked { (start, end) = (from, to ?? .max) }
        connections[order.connection] = Connection(order: order, position: start, end: end)
    }

    // MARK: - What comes back

    /// The next thing that any of the parts tells; nil when all is quiet.
    mutating func next() -> TaskReport? {
        if isChaotic, random.oneIn(200) { version += 1 }
        if !answers.isEmpty, random.oneIn(2) { return answer() }
        guard let id = connections.keys.sorted().randomElement(using: &random), let connection = connections[id] else {
            return answers.isEmpty ? nil : answer()
        }
        if connection.isClosing { return end(id, .stopped) }
        return connection.hasReplied ? body(id, connection) : reply(id, connection)
    }

    private mutating func answer() -> TaskReport {
        let answer = answers.removeFirst()
        if case .published(_, let file) = answer { published = (files[publishing]?.version(upTo: file.bytes), file.bytes) }
        return answer
    }

    // MARK: - The end of the process

    /// What is on the disk now survives a loss of power.
    mutating func sync(_ generation: Int) {
        synced[generation] = files[generation]
    }

    /// Everything that was under way is gone; after a loss of power the bytes that were never synced are anything.
    mutating func kill(isPowerLost: Bool) {
        connections = [:]
        answers = []
        wakeAt = nil
        guard isPowerLost else { return }
        for (generation, file) in files {
            var left = PaintedFile()
            left.paint(0..<file.length, -1)
            for stretch in synced[generation]?.stretches ?? [] { left.paint(stretch.range, stretch.version) }
            files[generation] = left
        }
    }

    private func report(_ id: ConnectionID, _ kind: TransportReport.Kind) -> TaskReport {
        .transport(attempt: connections[id]?.order.attempt ?? 0, id, kind)
    }

    private mutating func end(_ id: ConnectionID, _ ending: TransportReport.Ending) -> TaskReport {
        let position = connections[id]?.position ?? 0
        defer { connections[id] = nil }
        return report(id, .ended(position: position, ending))
    }

    private mutating func body(_ id: ConnectionID, _ connection: Connection) -> TaskReport {
        let stop = min(connection.end, Self.total(connection.version))
        if connection.position >= stop { return end(id, .done) }
        if isChaotic, random.oneIn(40) { return end(id, .failed(Failure(.network, "reset", isTransient: true))) }
        if isChaotic, random.oneIn(60) { return end(id, .failed(Failure(.timedOut, "stalled", isTransient: true))) }
        if isChaotic, random.oneIn(300) { return end(id, .failed(Failure(random.oneIn(2) ? .writeFile : .diskFull, "disk"))) }
        let reached = min(stop, connection.position + Int64.random(in: 1...(1 << 17), using: &random))
        files[connection.order.generation, default: PaintedFile()].paint(connection.position..<reached, connection.version)
        connections[id]?.position = reached
        return report(id, .progress(position: reached))
    }

    private mutating func reply(_ id: ConnectionID, _ connection: Connection) -> TaskReport {
        if isChaotic, random.oneIn(12) { return end(id, .failed(Failure(.network, "refused", isTransient: true))) }
        let order = connection.order
        let decision = ReplyDecision.decide(
            answer(order),
            asked: order.asked,
            known: order.known,
            onDisk: order.onDisk,
            room: isChaotic && random.oneIn(50) ? 6 << 20 : nil,
            now: WallTime(seconds: 0)
        )
        defer {
            if case .write(let start, _, _) = decision {
                connections[id]?.hasReplied = true
                connections[id]?.version = version
                connections[id]?.position = start
            } else {
                // It ends by itself; what it says then comes later, as any news of the past.
                connections[id]?.isClosing = true
            }
        }
        return report(id, .replied(decision))
    }

    private mutating func answer(_ order: ConnectionOrder) -> Reply {
        var status = 200
        var fields = ["Content-Length": "\(Self.total(version))"]
        if hasETag {
            fields["ETag"] = "\"\(version)\""
        } else {
            // Every version has its own day.
            fields["Last-Modified"] = "Sun, \(10 + version % 18) Nov 1994 08:49:37 GMT"
            fields["Date"] = "Sun, 06 Nov 2022 08:49:37 GMT"
        }
        let total = Self.total(version)
        if case .range(let start, let end) = order.asked, honoursRanges, start < total {
            status = 206
            fields["Content-Range"] = "bytes \(start)-\(min(end ?? total, total) - 1)/\(total)"
        } else if case .range(let start, _) = order.asked, honoursRanges, start >= total {
            (status, fields) = (416, ["Content-Range": "bytes */\(total)"])
        }
        if isChaotic {
            switch Int.random(in: 0..<60, using: &random) {
            case 0, 1: (status, fields) = (503, ["Retry-After": "\(Int.random(in: 0...200, using: &random))"])
            case 2, 3: status = 200
            case 4: status = 404
            case 5: (status, fields) = (416, [:])
            case 6: fields["Content-Range"] = "bytes 1-2/\(total)"
            case 7: status = 206
            case 8: fields["ETag"] = nil
            case 9: status = 401
            default: break
            }
        }
        return Reply(status: status, fields: fields.map { HeaderField(name: $0.key, value: $0.value) }, url: Self.url)
    }
}
