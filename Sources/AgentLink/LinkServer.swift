public import Platform
internal import Synchronization

/// What the agent does for its clients.
public protocol LinkService: Sendable {
    /// A client has connected; the result is what it is answered, `HelloCall` among it.
    ///
    /// The server itself sees to it that `hello` comes first.
    func opened(_ connection: LinkConnection) async -> CallTable

    /// The client is gone; called once for each that was opened, after its last call has been answered.
    func closed(_ connection: LinkConnection) async
}

/// Takes connections and answers their calls, each connection by a task of its own.
public actor LinkServer {
    private let listener: UnixListener
    private let service: any LinkService
    private let limits: LinkLimits
    private let loop: ReadinessLoop
    private var watch: ReadinessLoop.Watch?
    private var connections: [UInt64: LinkConnection] = [:]
    private var nextID: UInt64 = 1
    private var isStopping = false
    private var emptied: Occasion<Void>?

    /// Makes a server that does not answer before `start`.
    ///
    /// - Throws: when the kernel has no descriptor or thread to give.
    public init(_ listener: UnixListener, service: any LinkService, limits: LinkLimits = LinkLimits()) throws(SystemError) {
        self.listener = listener
        self.service = service
        self.limits = limits
        loop = try ReadinessLoop(name: "haul-link")
    }

    deinit {
        loop.stop()
    }

    /// How many clients are connected now.
    public var connectionCount: Int {
        connections.count
    }

    /// Begins to take connections.
    public func start() {
        guard watch == nil, !isStopping else { return }
        let watch = loop.watch(listener.rawValue) { [weak self, listener, loop] _ in Self.accept(listener, loop, for: self) }
        self.watch = watch
        loop.want(.read, of: watch)
    }

    /// Takes no more connections, lets calls that are being answered end, sends what is queued, for at most a moment, and ends all connections.
    public func stop() async {
        guard !isStopping else { return }
        isStopping = true
        if let watch { loop.remove(watch) }
        for connection in connections.values { connection.channel.endInput() }
        if !connections.isEmpty {
            let occasion = Occasion<Void>()
            emptied = occasion
            loop.after(limits.farewell) { occasion.happen(()) }
            _ = await occasion.value()
        }
        for connection in connections.values { connection.channel.closeAtOnce() }
        loop.stop()
    }

    // MARK: - Connections

    /// On the loop's thread: takes all that wait, or looks away for a while when there is no room for more.
    private static func accept(_ listener: UnixListener, _ loop: ReadinessLoop, for server: LinkServer?) {
        guard let server else { return }
        do throws(SystemError) {
            while let socket = try listener.accept() {
                // Somebody else's process is not even told that it is not wanted.
                guard let peer = try? UnixSocket.peer(of: socket.rawValue), peer.uid == ThisProcess.userID else { continue }
                let channel = LineChannel(socket, loop: loop, limits: server.limits)
                Task { await server.serve(channel, peer) }
            }
        } catch {
            // No descriptor is free: the connection goes on waiting, and would wake us without end.
            Task { await server.rest() }
        }
    }

    private func rest() {
        guard let watch, !isStopping else { return }
        loop.want([], of: watch)
        loop.after(.seconds(1)) { [weak self] in
            Task { await self?.goOn() }
        }
    }

    private func goOn() {
        guard let watch, !isStopping else { return }
        loop.want(connections.count < limits.connections ? .read : [], of: watch)
    }

    private func serve(_ channel: LineChannel, _ peer: PeerIdentity) async {
        guard !isStopping else { return channel.closeAtOnce() }
        let connection = LinkConnection(id: nextID, pid: peer.pid, uid: peer.uid, channel: channel)
        nextID += 1
        connections[connection.id] = connection
        if connections.count >= limits.connections { goOn() }
        await Self.converse(connection, service)
        connections[connection.id] = nil
        if connections.count == limits.connections - 1 { goOn() }
        if connections.isEmpty { emptied?.happen(()) }
    }

    @concurrent
    private static func converse(_ connection: LinkConnection, _ service: any LinkService) async {
        var conversation = Conversation(calls: await service.opened(connection), connection: connection)
        connection.channel.start()
        while let line = await connection.channel.next() {
            await conversation.answer(line)
        }
        await service.closed(connection)
        await connection.close()
    }
}

/// The calls of one connection, in order.
private struct Conversation {
    let calls: CallTable
    let connection: LinkConnection

    /// The version of the link that the client speaks; nil before `hello`.
    private var link: Int?

    init(calls: CallTable, connection: LinkConnection) {
        self.calls = calls
        self.connection = connection
    }

    mutating func answer(_ line: Line) async {
        switch line {
        case .tooLong:
            refuse(LinkError(.parse, "the message is longer than \(LinkLimits.message) bytes"), .null)
        case .bytes(let bytes):
            // Blank lines hold no message: people at a terminal send them.
            guard !bytes.allSatisfy({ $0 == 0x20 || $0 == 0x0D || $0 == 0x09 }) else { return }
            do throws(LinkError) {
                await answer(try Request.read(bytes, calls))
            } catch {
                refuse(error, .null)
            }
        }
    }

    private mutating func answer(_ request: Request) async {
        guard let id = request.id else {
            // A notification: carried out, not answered, not even when it is wrong (JSON-RPC 2.0, section 4.1).
            if link != nil, refusal(of: request) == nil, case .success(let answer) = request.answer { _ = await answer() }
            return
        }
        if let refusal = refusal(of: request) { return refuse(refusal, id) }
        switch request.answer {
        case .failure(let error):
            refuse(error, id)
        case .success(let answer):
            switch await answer() {
            case .failure(let error): refuse(error, id)
            case .success(let result):
                do throws(LinkError) {
                    let line = try Wire.reply(to: id, result: result)
                    if request.method == HelloCall.method { link = request.link }
                    _ = connection.channel.send(line, isDroppable: false)
                    connection.replied()
                } catch {
                    refuse(error, id)
                }
            }
        }
    }

    /// Why a request is not for its method to answer.
    private func refusal(of request: Request) -> LinkError? {
        // What is no request at all has no method either, and its own error says more.
        guard !request.method.isEmpty, request.method != HelloCall.method else { return nil }
        guard let link else { return LinkError(.noHello, "the first call is \"hello\"") }
        // A client of another version may ask how the agent is, and ask it to leave; all else could be misunderstood.
        guard link != LinkVersion.current, request.method != StopCall.method, request.method != StatusCall.method else { return nil }
        return LinkError(.version, "the agent speaks version \(LinkVersion.current) of the link, and the client version \(link)")
    }

    private func refuse(_ error: LinkError, _ id: RequestID) {
        _ = connection.channel.send(Wire.failure(error, to: id), isDroppable: false)
    }
}
