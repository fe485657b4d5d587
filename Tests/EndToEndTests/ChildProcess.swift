import Glibc
import Synchronization
import TestSupport

/// A program that this test started, known by its number only; it is killed when the value goes.
final class ChildProcess: Sendable {
    /// How a program ended.
    enum Exit: Sendable, Hashable {
        case status(Int32)
        case signal(Int32)

        /// As a shell sees it.
        var shellStatus: Int32 {
            switch self {
            case .status(let status): status
            case .signal(let number): 128 + number
            }
        }
    }

    typealias Streams = Spawn.Streams

    let pid: pid_t
    private let exit = Mutex<Exit?>(nil)

    /// Starts a program.
    init(_ path: String, _ arguments: [String], environment: [String: String], streams: Streams) throws(PosixError) {
        pid = try Spawn.start(path, arguments, environment: environment, streams: streams)
    }

    deinit {
        guard poll() == nil else { return }
        kill(pid, SIGKILL)
        waitpid(pid, nil, 0)
    }

    /// Sends it a signal, unless it is known to be gone.
    func signal(_ number: Int32) {
        exit.withLock { exit in
            if exit == nil { kill(pid, number) }
        }
    }

    /// How it ended; nil while it runs.
    @discardableResult
    func poll() -> Exit? {
        exit.withLock { exit in
            if let exit { return exit }
            var status: Int32 = 0
            guard waitpid(pid, &status, WNOHANG) == pid else { return nil }
            let number = status & 0x7F
            exit = number == 0 ? .status(status >> 8 & 0xFF) : .signal(number)
            return exit
        }
    }

    /// Waits until it has ended.
    @discardableResult
    func ended(within limit: Duration = .seconds(30)) async throws -> Exit {
        try await eventually("the program ends", timeout: limit) { poll() }
    }

    /// Kills it as a loss of power would, and waits until nothing of it runs.
    @discardableResult
    func killAtOnce() async throws -> Exit {
        signal(SIGKILL)
        return try await ended()
    }

    var isRunning: Bool { poll() == nil }
}
