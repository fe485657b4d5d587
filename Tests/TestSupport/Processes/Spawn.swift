internal import CLinux
import Glibc

/// Starts programs in sessions of their own, with default signal actions and nothing blocked.
public enum Spawn {
    /// Where a program's standard streams lead; files are added to.
    public struct Streams: Sendable {
        public var input = "/dev/null"
        public var output = "/dev/null"
        public var error = "/dev/null"

        /// All three are this terminal, which becomes the controlling one; standard error only if it leads nowhere else.
        public var terminal: String?

        public init() {}
    }

    /// POSIX_SPAWN_SETSID, which Glibc's module does not show (spawn.h).
    private static let newSession: Int16 = 0x80

    /// What a sanitizer of this process is told; a program that it starts, built in the same way, needs the same.
    public static var sanitizerVariables: [String: String] {
        var found: [String: String] = [:]
        for name in ["ASAN_OPTIONS", "TSAN_OPTIONS", "LD_PRELOAD"] {
            if let value = getenv(name) { found[name] = String(cString: value) }
        }
        return found
    }

    /// Starts a program.
    ///
    /// - Returns: its number; whoever starts it has to wait for it.
    /// - Throws: the errno of `posix_spawn`.
    public static func start(
        _ path: String,
        _ arguments: [String],
        environment: [String: String],
        streams: Streams
    ) throws(PosixError) -> Int32 {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        func add(_ number: Int32, _ path: String) {
            posix_spawn_file_actions_addopen(&actions, number, path, O_WRONLY | O_CREAT | O_APPEND, 0o600)
        }
        if let terminal = streams.terminal {
            posix_spawn_file_actions_addopen(&actions, 0, terminal, O_RDWR, 0)
            posix_spawn_file_actions_adddup2(&actions, 0, 1)
            if streams.error == Streams().error { posix_spawn_file_actions_adddup2(&actions, 0, 2) } else { add(2, streams.error) }
        } else {
            posix_spawn_file_actions_addopen(&actions, 0, streams.input, O_RDONLY, 0)
            add(1, streams.output)
            add(2, streams.error)
        }
        // What other tests have open in this process is not the program's: it would count among its descriptors, and hold ports and terminals.
        posix_spawn_file_actions_addclosefrom_np(&actions, 3)
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var none = sigset_t()
        sigemptyset(&none)
        var all = sigset_t()
        sigfillset(&all)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setsigdefault(&attributes, &all)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF) | newSession)

        var words: [UnsafeMutablePointer<CChar>?] = ([path] + arguments).map { strdup($0) } + [nil]
        var variables: [UnsafeMutablePointer<CChar>?] = sanitizerVariables.merging(environment) { $1 }.map { strdup("\($0)=\($1)") } + [nil]
        defer { for word in words + variables { free(word) } }
        var number: pid_t = 0
        let reason = posix_spawn(&number, path, &actions, &attributes, &words, &variables)
        guard reason == 0 else {
            errno = reason
            throw PosixError("posix_spawn \(path)")
        }
        return number
    }
}
