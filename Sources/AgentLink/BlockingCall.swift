internal import Platform

/// One call over a connection of its own that blocks the calling thread: for code that must not go on before the agent knows something, and that
/// cannot be suspended.
///
/// It needs no other thread of this process, so it works also where every thread of the cooperative pool is blocked.
public enum BlockingCall {
    /// Makes the call; an agent that is just being replaced is waited for, but none is started.
    ///
    /// - Parameters:
    ///   - call: What is asked.
    ///   - client: A name for the agent's log.
    ///   - place: Where the agent is; nil for that of this user.
    ///   - limit: How long all of it may take.
    /// - Returns: the agent's answer.
    /// - Throws: what the agent refused it with, `unreachable`, `timedOut`, `version` or `badReply`.
    public static func make<Call: AgentCall>(
        _ call: Call,
        as client: String,
        place: AgentPlace? = nil,
        limit: Duration = .seconds(5)
    ) throws(LinkError) -> Call.Reply {
        let deadline = ContinuousClock.now + limit
        let found: AgentPlace
        do throws(SystemError) {
            found = if let place { place } else { try AgentPlace() }
        } catch {
            throw LinkError(.unreachable, "the agent cannot be found: \(error.description)")
        }
        while true {
            do throws(LinkError) {
                return try attempt(call, as: client, found, deadline)
            } catch {
                guard error.code == .unreachable, deadline - .now > .milliseconds(100) else { throw error }
                NamedThread.pause(milliseconds: 50)
            }
        }
    }

    private static func attempt<Call: AgentCall>(
        _ call: Call,
        as client: String,
        _ place: AgentPlace,
        _ deadline: ContinuousClock.Instant
    ) throws(LinkError) -> Call.Reply {
        var failure = LinkError(.unreachable, "no agent runs")
        for path in place.sockets {
            do throws(LinkError) {
                let socket = try dial(path)
                return try exchange(call, as: client, socket, deadline)
            } catch {
                // Nobody is there, or it was just leaving: another place may have the new one.
                guard error.code == .unreachable else { throw error }
                failure = error
            }
        }
        throw failure
    }

    private static func dial(_ path: String) throws(LinkError) -> Descriptor {
        do throws(SystemError) {
            let socket = try UnixSocket.connect(path)
            guard try UnixSocket.peer(of: socket.rawValue).uid == ThisProcess.userID else {
                throw SystemError(.notPermitted, "connect", path: path)
            }
            return socket
        } catch {
            throw LinkError(.unreachable, LinkClient.sentence(error, path))
        }
    }

    private static func exchange<Call: AgentCall>(
        _ call: Call,
        as client: String,
        _ socket: borrowing Descriptor,
        _ deadline: ContinuousClock.Instant
    ) throws(LinkError) -> Call.Reply {
        let hello = HelloCall(client: client, version: ProgramVersion.text)
        let number = socket.rawValue
        try send(Wire.request(HelloCall.method, id: 1, hello) + Wire.request(Call.method, id: 2, call), number, deadline)
        let readers = Incoming.Readers { id in id == 1 ? HelloCall.Reply.self : id == 2 ? Call.Reply.self : nil }
        var splitter = LineSplitter(limit: LinkLimits.message)
        while true {
            for line in try receive(number, &splitter, deadline) {
                guard case .bytes(let bytes) = line else { throw LinkError(.badReply, "the agent's answer is too long") }
                guard case .reply(let id, let result) = try Incoming.read(bytes, readers) else { continue }
                let value = try result.get()
                if id == 2 {
                    guard let reply = value as? Call.Reply else { throw LinkError(.badReply, "the agent's answer was not understood") }
                    return reply
                }
                guard let reply = value as? HelloCall.Reply, reply.link != LinkVersion.current else { continue }
                throw LinkClient.misfit(reply)
            }
        }
    }

    private static func send(_ bytes: [UInt8], _ socket: Int32, _ deadline: ContinuousClock.Instant) throws(LinkError) {
        var sent = 0
        while sent < bytes.count {
            try wait(socket, .output, deadline)
            do throws(SystemError) {
                sent += try bytes[sent...].withUnsafeBufferPointer { (rest) throws(SystemError) in
                    try UnixSocket.send(socket, UnsafeRawBufferPointer(rest))
                }
            } catch {
                throw LinkError(.unreachable, "the connection to the agent was lost")
            }
        }
    }

    private static func receive(
        _ socket: Int32,
        _ splitter: inout LineSplitter,
        _ deadline: ContinuousClock.Instant
    ) throws(LinkError) -> [Line] {
        try wait(socket, .input, deadline)
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 16_384, alignment: 1)
        defer { buffer.deallocate() }
        do throws(SystemError) {
            guard let count = try UnixSocket.read(socket, into: buffer) else { return [] }
            guard count > 0 else { throw SystemError(.brokenPipe, "read") }
            return splitter.feed(UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(buffer)[..<count]))
        } catch {
            throw LinkError(.unreachable, "the connection to the agent was lost")
        }
    }

    private static func wait(
        _ socket: Int32,
        _ readiness: UnixSocket.Readiness,
        _ deadline: ContinuousClock.Instant
    ) throws(LinkError) {
        let left = (deadline - .now) / .milliseconds(1)
        let isReady = left > 0 ? try? UnixSocket.wait(socket, for: readiness, milliseconds: Int32(min(left, 60_000))) : false
        guard isReady == true else { throw LinkError(.timedOut, "the agent did not answer in time") }
    }
}
