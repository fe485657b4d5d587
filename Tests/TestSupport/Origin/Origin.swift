import Glibc

/// A scripted HTTP/1.1 server on a loopback port: it answers each path as its list of replies says, misbehaviour included,
/// and keeps a log of what it was asked.
///
/// It runs on threads of its own (one a connection), so it goes on while the cooperative pool is busy. It stops when it is
/// released or `stop` is called.
public final class Origin: Sendable {
    public let port: UInt16

    /// `http://127.0.0.1:PORT`, without a slash at its end.
    public var base: String { "http://127.0.0.1:\(port)" }

    private let listener: Int32
    let state = OriginState()

    /// Starts it; port 0 takes a free one.
    public init(port: UInt16 = 0) throws(PosixError) {
        (listener, self.port) = try LoopbackSocket.listen(port: port)
        let listener = listener
        let state = state
        startThread {
            Self.accept(on: listener, state)
        }
    }

    deinit {
        stop()
    }

    /// Sets the replies of a path.
    ///
    /// The first that has turns left and whose condition holds answers; without one, 404.
    ///
    /// - Returns: the address of the path.
    @discardableResult
    public func serve(_ path: String, _ replies: Reply...) -> String {
        serve(path, replies)
    }

    /// Sets the replies of a path from an array.
    @discardableResult
    public func serve(_ path: String, _ replies: [Reply]) -> String {
        state.set(path, replies)
        return url(path)
    }

    /// The address of a path on this origin.
    public func url(_ path: String) -> String {
        base + path
    }

    /// Limits the connections that are open at one time.
    ///
    /// Those over the limit get `excess`. Nil takes the limit away.
    public func limitConnections(to count: Int?, excess: Reply.Excess = .status(503, retryAfter: "1")) {
        state.limitConnections(to: count, excess: excess)
    }

    /// All requests so far, in the order in which they were read.
    public var log: [RequestRecord] {
        state.log
    }

    /// The requests of one path.
    public func log(of path: String) -> [RequestRecord] {
        state.log.filter { $0.path == path }
    }

    /// How many connections are open now.
    public var openConnections: Int {
        state.openConnections
    }

    /// The largest number of connections that were open at one time.
    public var mostConnections: Int {
        state.mostConnections
    }

    /// Forgets the log.
    public func clearLog() {
        state.clearLog()
    }

    /// Waits until the log fulfils a condition and returns it.
    ///
    /// - Throws: `TimeLimitExceeded`.
    @discardableResult
    public func wait(
        for condition: String = "the request log",
        timeout: Duration = .seconds(120),
        _ holds: ([RequestRecord]) -> Bool
    ) async throws -> [RequestRecord] {
        try await eventually(condition, timeout: timeout) {
            let log = log
            return holds(log) ? log : nil
        }
    }

    /// Cuts every open connection with a reset and goes on listening.
    public func resetConnections() {
        state.cutConnections(reset: true)
    }

    /// Closes the port and every connection.
    public func stop() {
        guard state.stop() else { return }
        // Wakes the thread in `accept`, which closes the descriptor it owns.
        state.wake(listener: listener)
    }

    private static func accept(on listener: Int32, _ state: OriginState) {
        var number = 0
        while !state.isStopped {
            let descriptor = Glibc.accept(listener, nil, nil)
            guard descriptor >= 0 else {
                if errno == EINTR || errno == ECONNABORTED { continue }
                if errno == EMFILE || errno == ENFILE {
                    usleep(10_000)
                    continue
                }
                break
            }
            _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
            let excess = state.opened(descriptor)
            let connection = OriginConnection(descriptor: descriptor, number: number, state: state, excess: excess)
            number += 1
            startThread {
                connection.run()
            }
        }
        state.close(listener: listener)
    }
}
