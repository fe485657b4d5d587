public import DownloadCore
import Screen

/// All that `haul show` tells of one task.
public struct TaskDetails: Sendable, Hashable {
    public var task: TaskSnapshot

    /// Without anything secret.
    public var request: DownloadRequest
    public var representation: Representation?

    /// The latest last.
    public var events: [Event]

    /// Tries in a row that brought nothing.
    public var failures: Int

    /// Bytes on the disk that a loss of power does not touch.
    public var durable: Int64
    public var isUndelivered: Bool

    /// The status of the newest reply.
    public var httpStatus: Int?

    public init(
        task: TaskSnapshot,
        request: DownloadRequest,
        representation: Representation?,
        events: [Event],
        failures: Int,
        durable: Int64,
        isUndelivered: Bool,
        httpStatus: Int? = nil
    ) {
        self.task = task
        self.request = request
        self.representation = representation
        self.events = events
        self.failures = failures
        self.durable = durable
        self.isUndelivered = isUndelivered
        self.httpStatus = httpStatus
    }

    // MARK: - For people

    public func lines(style: TextStyle, now: WallTime) -> [String] {
        var pairs = Pairs()
        pairs.add("task", "\(task.id)  \(TaskTable.state(of: task, now: now))")
        pairs.add("name", style.text(task.name))
        for url in request.urls { pairs.add(url == request.urls.first ? "address" : "mirror", style.address(url)) }
        if let final = task.finalURL, final != task.url { pairs.add("comes from", style.address(final)) }
        pairs.add("session", style.text(task.session))
        addState(to: &pairs, style, now)
        addProgress(to: &pairs)
        addSource(to: &pairs, style)
        addRequest(to: &pairs, style, now)
        pairs.add("added", style.time(task.added))
        pairs.add("ended", task.ended.map(style.time))
        pairs.add("undelivered", isUndelivered ? "its program has not been told of its end yet" : nil)
        return pairs.lines + pieceLines + eventLines(style)
    }

    private func addState(to pairs: inout Pairs, _ style: TextStyle, _ now: WallTime) {
        switch task.state {
        case .finished(let file):
            pairs.add("file", style.text(file.path))
            pairs.add("verified", file.digest.map(TaskJSON.text))
        case .failed(let failure): pairs.add("failure", style.text(FailureText.line(failure)))
        case .waiting(let wait):
            pairs.add("waits for", wait.words)
            pairs.add("until", wait.until.map(style.time))
            // Of a folder or a disk that is all there is to say; of a server it is what was before.
            if wait.reason == .directoryMissing || wait.reason == .diskFull {
                pairs.add("because", wait.failure.map { style.text($0.detail) })
            } else {
                pairs.add("after", wait.failure.map { style.text(FailureText.line($0)) })
            }
            pairs.add("what to do", WaitAdvice.of(wait, task: task.id).advice)
        case .queued:
            pairs.add("place", task.queuePosition.map { "\($0) in the queue" })
            guard let obstacle = task.obstacle else { break }
            pairs.add("waits for", style.text(obstacle.words))
            pairs.add("until", obstacle.until.map(style.time))
            pairs.add("what to do", WaitAdvice.of(obstacle, task: task.id))
        default: break
        }
    }

    private func addProgress(to pairs: inout Pairs) {
        if let total = task.total {
            pairs.add("size", Format.size(task.done, of: total) + " (\(Shown.percent(task.done, of: total)))")
        } else {
            pairs.add("size", "\(Shown.size(task.done)) of an unknown length")
        }
        if !task.state.isEnded, durable < task.done { pairs.add("synced", Shown.size(durable) + " survive a loss of power") }
        pairs.add("speed", task.speed.map { Shown.rate($0) + ", \(Shown.duration(task.remaining)) left" })
        let running = task.activeTime > .zero ? Shown.duration(task.activeTime) : nil
        pairs.add("running time", running.map { $0 + (task.averageSpeed.map { " at " + Shown.rate($0) } ?? "") })
        if task.state.isActive { pairs.add("connections", "\(task.connections) of \(task.maximumConnections)") }
        pairs.add("attempts", task.attempt > 0 ? "\(task.attempt)" + (failures > 0 ? ", the last \(failures) in vain" : "") : nil)
        pairs.add("wasted", task.wasted > 0 ? Shown.size(task.wasted) + " fetched and thrown away" : nil)
    }

    private func addSource(to pairs: inout Pairs, _ style: TextStyle) {
        pairs.add("can resume", task.isResumable.map { $0 ? "yes" : "no: a pause would start it over" })
        pairs.add("last status", httpStatus.map { "\($0)" })
        guard let representation else { return }
        pairs.add("validator", style.text(ProbeText.validator(of: representation)))
        pairs.add("ranges", representation.acceptsRanges.map { $0 ? "the server offers them" : "the server refuses them" })
        pairs.add("type", representation.hints.mediaType.map(style.text))
        pairs.add("disposition", representation.hints.contentDisposition.map(style.text))
    }

    private func addRequest(to pairs: inout Pairs, _ style: TextStyle, _ now: WallTime) {
        pairs.add("method", request.method == "GET" ? nil : style.text(request.method))
        pairs.add("user agent", request.userAgent.map(style.text))
        pairs.add("referer", request.referer.map(style.address))
        pairs.add("folder", request.directory.map(style.text))
        pairs.add("name as", (request.outputName ?? request.outputTemplate).map(style.text))
        pairs.add("checksum", task.checksum.map(TaskJSON.text))
        pairs.add("priority", task.priority == .normal ? nil : PriorityName(task.priority).rawValue)
        pairs.add("group", task.group.map(style.text))
        pairs.add("proxy", task.proxy.map(style.text))
        pairs.add("limit", task.rateLimit.map { Shown.rate(Double($0)) })
        pairs.add("not before", request.earliestBegin.flatMap { $0 > now ? style.time($0) : nil })
        pairs.add("discretionary", request.isDiscretionary ? "waits for mains power, a free network and little load" : nil)
        pairs.add("not over", forbidden.isEmpty ? nil : forbidden.joined(separator: ", "))
        pairs.add("started", task.isHurried && !task.state.isEnded ? "by hand: it waits for no condition" : nil)
        pairs.add("certificates", request.isInsecure ? "any is accepted" : nil)
    }

    private var forbidden: [String] {
        [
            request.allowsExpensiveNetworkAccess ? nil : "metered networks",
            request.allowsCellularAccess ? nil : "mobile networks",
            request.allowsConstrainedNetworkAccess ? nil : "networks that are to be spared",
        ].compactMap(\.self)
    }

    /// At most so many stretches are shown.
    private static let mostPieces = 64

    private var pieceLines: [String] {
        guard !task.pieces.isEmpty else { return [] }
        let shown = task.pieces.prefix(Self.mostPieces).map { piece in
            "  \(piece.kind == .done ? "there" : "coming")  \(piece.range.lowerBound)-\(max(piece.range.lowerBound, piece.range.upperBound - 1))"
        }
        let more = task.pieces.count > Self.mostPieces ? ["  and \(task.pieces.count - Self.mostPieces) more"] : []
        return ["segments:"] + shown + more
    }

    private func eventLines(_ style: TextStyle) -> [String] {
        var renderer = PlainRenderer(ascii: style.glyphs.isASCII, time: style.time)
        let lines = events.compactMap { renderer.line(for: $0) }
        return lines.isEmpty ? [] : ["events:"] + lines.map { "  " + $0 }
    }

    // MARK: - For programs

    /// The members of the list's lines, and the others.
    public var json: String {
        var object = TaskJSON.object(task)
        object.add("urls", request.urls.map(ShownAddress.of))
        object.add("method", request.method)
        object.add("userAgent", request.userAgent)
        object.add("referer", request.referer.map(ShownAddress.of))
        object.add("directory", request.directory)
        object.add("out", request.outputName ?? request.outputTemplate)
        object.add("notBefore", request.earliestBegin.map(Timestamp.milliseconds))
        object.add("discretionary", request.isDiscretionary)
        object.add("metered", request.allowsExpensiveNetworkAccess)
        object.add("cellular", request.allowsCellularAccess)
        object.add("constrained", request.allowsConstrainedNetworkAccess)
        object.add("startedByHand", task.isHurried)
        object.add("etag", representation?.etag)
        object.add("lastModified", representation?.lastModified)
        object.add("acceptRanges", representation?.acceptsRanges)
        object.add("type", representation?.hints.mediaType)
        object.add("http", httpStatus.map { Int64($0) })
        object.add("failures", failures)
        object.add("durable", durable)
        object.add("undelivered", isUndelivered)
        object.add("segments", task.pieces.map(Self.segment))
        object.add("events", events.compactMap(JSONLines.object))
        return object.line
    }

    private static func segment(_ piece: TaskSnapshot.Piece) -> JSONObject {
        var object = JSONObject()
        object.add("start", piece.range.lowerBound)
        object.add("end", piece.range.upperBound)
        object.add("state", piece.kind.rawValue)
        return object
    }
}
