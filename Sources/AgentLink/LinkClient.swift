internal import Platform
internal import Synchronization

/// A connection to an agent.
///
/// Calls may be made from several tasks at once; the agent answers them in the order in which they were sent. When the connection ends, all
/// that wait get `unreachable`, and `notices` finishes.
public actor LinkClient {
    /// What the agent said of itself.
    public nonisolated let hello: HelloCall.Reply

    /// What the agent says unasked, for one consumer; finishes when the connection ends.
    ///
    /// Progress that nobody consumes is dropped; a consumer that falls behind by tens of megabytes loses the connection.
    public nonisolated let notices: AsyncStream<Notice>

    private let wire: ClientWire

    private init(_ wire: ClientWire, hello: HelloCall.Reply) {
        self.wire = wire
        self.hello = hello
        let queue = wire.notices
        notices = AsyncStream(unfolding: { await queue.next() }, onCancel: { queue.end() })
    }

    deinit {
        wire.end(LinkError(.unreachable, "the connection to the agent was closed"))
    }

    /// Connects and says hello.
    ///
    /// - Parameters:
    ///   - path: the agent's socket.
    ///   - client: a name for the agent's log, such as `haul list`.
    ///   - version: the version of Haul that the client belongs to.
    ///   - timeout: how long the agent may take to answer.
    /// - Returns: the connection, ready for calls.
    /// - Throws: `unreachable` when nobody listens, `timedOut` when the agent does not answer, `version` when it speaks another version of the
    ///   link, `badReply` when it is no agent.
    public static func connect(
        path: String,
        client: String,
        version: String,
        timeout: Duration = .seconds(10)
    ) async throws(LinkError) -> LinkClient {
        let connection = try await open(path: path, client: client, version: version, timeout: timeout)
        guard connection.hello.link == LinkVersion.current else {
            await connection.close()
            throw misfit(connection.hello)
        }
        return connection
    }

    /// Connects and says hello, whatever version of the link the agent speaks.
    static func open(path: String, client: String, version: String, timeout: Duration) async throws(LinkError) -> LinkClient {
        let wire: ClientWire
        do throws(SystemError) {
            wire = try dial(path)
        } catch {
            throw LinkError(.unreachable, Self.sentence(error, path))
        }
        return try await open(wire, path: path, client: client, version: version, timeout: timeout)
    }

    /// Connects to a socket of this user.
    static func dial(_ path: String) throws(SystemError) -> ClientWire {
        let socket = try UnixSocket.connect(path)
        guard try UnixSocket.peer(of: socket.rawValue).uid == ThisProcess.userID else {
            throw SystemError(.notPermitted, "connect", path: path)
        }
        return try ClientWire(socket)
    }

    /// Says hello.
    static func open(
        _ wire: ClientWire,
        path: String,
        client: String,
        version: String,
        timeout: Duration
    ) async throws(LinkError) -> LinkClient {
        do throws(LinkError) {
            let hello = try await wire.call(HelloCall(client: client, version: version), timeout: timeout)
            return LinkClient(wire, hello: hello)
        } catch {
            wire.end(error)
            guard error.code == .timedOut else { throw error }
            throw LinkError(.timedOut, "an agent listens at \(path) but does not answer; it may be stopped or overloaded")
        }
    }

    /// Makes a call and waits for what is answered.
    ///
    /// - Parameters:
    ///   - call: what is asked.
    ///   - timeout: how long the agent may take; nil for as long as it lives.
    /// - Returns: the agent's answer.
    /// - Throws: what the agent refused it with; `unreachable` when the connection ends first, `timedOut` when the time is over or the calling
    ///   task is cancelled, `badReply`. After the last three the call may have been carried out or not.
    public func call<Call: AgentCall>(_ call: Call, timeout: Duration? = nil) async throws(LinkError) -> Call.Reply {
        try await wire.call(call, timeout: timeout)
    }

    /// Ends the connection.
    public func close() {
        wire.end(LinkError(.unreachable, "the connection to the agent was closed"))
    }

    /// Why one cannot talk to an agent of another link version.
    static func misfit(_ hello: HelloCall.Reply) -> LinkError {
        let advice = hello.link > LinkVersion.current ? "update this program" : "stop it with `haul agent stop`"
        return LinkError(
            .version,
            "the agent (version \(hello.version)) speaks version \(hello.link) of the link, not \(LinkVersion.current): \(advice)"
        )
    }

    /// Why a connection could not be made, for people.
    static func sentence(_ error: SystemError, _ path: String) -> String {
        switch error.code {
        case .noSuchFile: "no agent runs (there is no \(path))"
        case .connectionRefused: "no agent runs (nobody listens at \(path) any more)"
        case .nameTooLong:
            "the path of the agent's socket is longer than \(UnixSocket.longestPath) bytes: \(path); set XDG_RUNTIME_DIR to a shorter folder"
        case .notPermitted, .accessDenied: "the socket \(path) belongs to another user"
        case .wouldBlock: "the agent at \(path) has no room for another connection"
        default: "the agent at \(path) cannot be reached: \(error.message)"
        }
    }
}

/// The connection itself: what is pending, and the task that reads.
final class ClientWire: Sendable {
    private struct Pending: Sendable {
        let type: any (Decodable & Sendable).Type
        let answer: Occasion<Result<any Sendable, LinkError>>
    }

    private struct State {
        var next: Int64 = 1
        var pending: [Int64: Pending] = [:]
        var failure: LinkError?
    }

    let notices = NoticeQueue()
    private let state = Mutex(State())
    private let channel: LineChannel
    private let loop: ReadinessLoop

    init(_ socket: consuming Descriptor) throws(SystemError) {
        loop = try ReadinessLoop(name: "haul-link")
        channel = LineChannel(socket, loop: loop, limits: LinkLimits())
        channel.start()
        Task { await self.read() }
    }

    func call<Call: AgentCall>(_ call: Call, timeout: Duration?) async throws(LinkError) -> Call.Reply {
        let pending = Pending(type: Call.Reply.self, answer: Occasion())
        let (id, failure) = state.withLock { state in
            defer { state.next += 1 }
            if state.failure == nil { state.pending[state.next] = pending }
            return (state.next, state.failure)
        }
        if let failure { throw failure }
        defer { _ = state.withLock { $0.pending.removeValue(forKey: id) } }
        let line = try Wire.request(Call.method, id: id, call)
        guard channel.send(line, isDroppable: false) else {
            throw state.withLock(\.failure) ?? LinkError(.unreachable, "the connection to the agent was lost")
        }
        let alarm = timeout.map { limit in
            loop.after(limit) { pending.answer.happen(.failure(LinkError(.timedOut, "the agent did not answer within \(limit)"))) }
        }
        let answer = await pending.answer.value()
        if let alarm { loop.cancel(alarm) }
        guard let answer else { throw LinkError(.timedOut, "the call was given up") }
        guard let reply = try answer.get() as? Call.Reply else { throw LinkError(.badReply, "the agent's answer was not understood") }
        return reply
    }

    /// Ends the connection for everybody; only the first reason counts.
    func end(_ reason: LinkError) {
        let pending = state.withLock { state in
            if state.failure == nil { state.failure = reason }
            defer { state.pending = [:] }
            return Array(state.pending.values)
        }
        channel.closeAtOnce()
        loop.stop()
        for call in pending { call.answer.happen(.failure(reason)) }
        notices.end()
    }

    @concurrent
    private func read() async {
        let readers = Incoming.Readers { [weak self] id in self?.state.withLock { $0.pending[id]?.type } }
        while let line = await channel.next() {
            do throws(LinkError) {
                guard case .bytes(let bytes) = line else {
                    throw LinkError(.badReply, "the agent sent more than \(LinkLimits.message) bytes in one message")
                }
                try take(try Incoming.read(bytes, readers), size: bytes.count)
            } catch {
                return end(error)
            }
        }
        end(LinkError(.unreachable, "the connection to the agent was lost"))
    }

    private func take(_ incoming: Incoming, size: Int) throws(LinkError) {
        switch incoming {
        case .other: break
        case .notice(let notice):
            guard notices.add(notice, size: size) else {
                throw LinkError(.unreachable, "the connection was given up, since nobody reads what the agent says")
            }
        case .reply(let id, let result):
            // An error without an id is of a message that the agent could not read: the oldest that it has not answered.
            let pending = state.withLock { state in
                (id ?? state.pending.keys.min()).flatMap { state.pending.removeValue(forKey: $0) }
            }
            pending?.answer.happen(result)
        }
    }
}
