internal import Platform
internal import Synchronization

/// A client, as the agent sees it.
public final class LinkConnection: Sendable {
    /// Never used again by the same server.
    public let id: UInt64

    /// The client's process, as the kernel noted when it connected.
    public let pid: Int32
    public let uid: UInt32

    let channel: LineChannel
    private let followers = Mutex<[@Sendable () -> Void]>([])

    init(id: UInt64, pid: Int32, uid: UInt32, channel: LineChannel) {
        self.id = id
        self.pid = pid
        self.uid = uid
        self.channel = channel
    }

    /// Queues a notice.
    ///
    /// - Returns: false when a droppable one was dropped because the client is behind, when the notice is too long, or when the connection is
    ///   closed. One that is not droppable is taken however far behind the client is, within bounds: await `drained()` between many.
    @discardableResult
    public func send(_ notice: some AgentNotice, isDroppable: Bool = false) async -> Bool {
        guard let encoded = EncodedNotice(notice) else { return false }
        return send(encoded, isDroppable: isDroppable)
    }

    /// Queues a notice that has been encoded once for many.
    @discardableResult
    public func send(_ notice: EncodedNotice, isDroppable: Bool = false) -> Bool {
        channel.send(notice.line, isDroppable: isDroppable)
    }

    /// Returns when little is left unsent, when the connection is closed, or when the waiting task is cancelled.
    public func drained() async {
        await channel.drained()
    }

    /// Runs something when the reply to the call that is being answered has been queued: what it sends follows that reply.
    public func afterReply(_ body: @escaping @Sendable () -> Void) {
        followers.withLock { $0.append(body) }
    }

    func replied() {
        let bodies = followers.withLock { followers in
            defer { followers = [] }
            return followers
        }
        for body in bodies { body() }
    }

    public var isClosed: Bool {
        channel.isClosed
    }

    /// Sends what is queued for at most a moment, and ends the connection.
    public func close() async {
        await channel.close()
    }
}

/// A notice as it goes over the link, for sending it to many.
public struct EncodedNotice: Sendable {
    let line: [UInt8]

    /// Nil when it is longer than the link allows.
    public init?(_ notice: some AgentNotice) {
        guard let line = try? Wire.notice(notice) else { return nil }
        self.line = line
    }
}
