import Glibc
import Synchronization

/// A program in a session of its own, whose use of the machine is known when it has ended.
///
/// It and all that it started are killed when the value goes.
public final class MeasuredProcess: Sendable {
    /// What a program and those of its children that it waited for have used.
    public struct Usage: Sendable, Hashable {
        /// The exit status; 128 and the signal's number after a signal.
        public var status: Int32

        /// Seconds on a processor, in the kernel and outside of it.
        public var processor: Double

        /// Seconds from its start to its end.
        public var wall: Double

        /// The most memory that it was seen to have, in bytes: looked at often while it was waited for.
        ///
        /// What `wait4` says of it counts the memory of whoever started it.
        public var peakMemory: Int64
    }

    public let id: Int32

    /// When it was started.
    public let started: ContinuousClock.Instant
    private let usage = Mutex<Usage?>(nil)
    private let peak = Mutex<Int64>(0)

    /// When it ended, from a thread that waits for that: looking now and then would be too coarse for what takes milliseconds.
    private let end: Ending

    private final class Ending: Sendable {
        let time = Mutex<ContinuousClock.Instant?>(nil)
    }

    /// Starts a program.
    ///
    /// - Throws: the errno of `posix_spawn`.
    public init(_ path: String, _ arguments: [String], environment: [String: String], streams: Spawn.Streams) throws(PosixError) {
        started = .now
        let id = try Spawn.start(path, arguments, environment: environment, streams: streams)
        self.id = id
        let end = Ending()
        self.end = end
        startThread {
            var information = siginfo_t()
            while waitid(P_PID, id_t(id), &information, WEXITED | WNOWAIT) < 0, errno == EINTR {}
            let now = ContinuousClock.now
            end.time.withLock { $0 = now }
        }
    }

    deinit {
        guard usage.withLock({ $0 }) == nil else { return }
        // Not waited for before, so the number is still its own; of its session nobody is to stay.
        kill(-id, SIGKILL)
        waitpid(id, nil, 0)
    }

    /// Sends a signal, unless its end is known.
    public func signal(_ number: Int32) {
        usage.withLock { usage in
            if usage == nil { kill(id, number) }
        }
    }

    /// What it used; nil while it runs.
    public func poll() -> Usage? {
        usage.withLock { usage in
            if let usage { return usage }
            guard let time = end.time.withLock({ $0 }) else {
                if let memory = ProcessFigures.peakMemory(of: id) { peak.withLock { $0 = max($0, memory) } }
                return nil
            }
            var status: Int32 = 0
            var used = rusage()
            guard wait4(id, &status, 0, &used) == id else { return nil }
            let signal = status & 0x7F
            let passed = time - started
            let made = Usage(
                status: signal == 0 ? status >> 8 & 0xFF : 128 + signal,
                processor: Self.seconds(used.ru_utime) + Self.seconds(used.ru_stime),
                wall: Double(passed.components.seconds) + Double(passed.components.attoseconds) / 1e18,
                peakMemory: peak.withLock { $0 }
            )
            usage = made
            return made
        }
    }

    /// Waits for its end; kills it, and all of its session, when that takes too long.
    ///
    /// - Throws: `TimeLimitExceeded`.
    public func ended(within limit: Duration) async throws -> Usage {
        do {
            return try await eventually("the program ends", timeout: limit, every: .milliseconds(5)) { poll() }
        } catch {
            kill(-id, SIGKILL)
            throw error
        }
    }

    /// Ends it with TERM, with KILL when that does not help within some seconds.
    @discardableResult
    public func stop() async throws -> Usage {
        signal(SIGTERM)
        if let usage = try? await ended(within: .seconds(10)) { return usage }
        return try await ended(within: .seconds(10))
    }

    private static func seconds(_ time: timeval) -> Double {
        Double(time.tv_sec) + Double(time.tv_usec) / 1e6
    }
}
