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

    /// Where a program's standard streams lead.
    struct Streams {
        var input = "/dev/null"
        var output = "/dev/null"
        var error = "/dev/null"

        /// All three are this terminal, which becomes the controlling one of a new session; standard error only if it leads nowhere else.
        var terminal: String?
    }

    /// POSIX_SPAWN_SETSID, which Glibc's module does not show (spawn.h).
    private static let newSession: Int16 = 0x80

    let pid: pid_t
    private let exit = Mutex<Exit?>(nil)

    /// Starts a program with default signal actions and nothing blocked.
    init(_ path: String, _ arguments: [String], environment: [String: String], streams: Streams) throws(PosixError) {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        if let terminal = streams.terminal {
            posix_spawn_file_actions_addopen(&actions, 0, terminal, O_RDWR, 0)
            posix_spawn_file_actions_adddup2(&actions, 0, 1)
            if streams.error == Streams().error {
                posix_spawn_file_actions_adddup2(&actions, 0, 2)
            } else {
                posix_spawn_file_actions_addopen(&actions, 2, streams.error, O_WRONLY | O_CREAT | O_APPEND, 0o600)
            }
        } else {
            posix_spawn_file_actions_addopen(&actions, 0, streams.input, O_RDONLY, 0)
            posix_spawn_file_actions_addopen(&actions, 1, streams.output, O_WRONLY | O_CREAT | O_APPEND, 0o600)
            posix_spawn_file_actions_addopen(&actions, 2, streams.error, O_WRONLY | O_CREAT | O_APPEND, 0o600)
        }

        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var none = sigset_t()
        sigemptyset(&none)
        var all = sigset_t()
        sigfillset(&all)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setsigdefault(&attributes, &all)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF) | Self.newSession)

        var words: [UnsafeMutablePointer<CChar>?] = ([path] + arguments).map { strdup($0) } + [nil]
        var variables: [UnsafeMutablePointer<CChar>?] = environment.map { strdup("\($0)=\($1)") } + [nil]
        defer { for word in words + variables { free(word) } }
        var number: pid_t = 0
        let result = posix_spawn(&number, path, &actions, &attributes, &words, &variables)
        guard result == 0 else {
            errno = result
            throw PosixError("posix_spawn \(path)")
        }
        pid = number
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
