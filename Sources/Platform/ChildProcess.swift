internal import CLinux
internal import Glibc

/// A program that this process has started.
public final class ChildProcess: Sendable {
    /// What to start, and how.
    public struct Plan: Sendable {
        /// The path of the program; nothing is looked up and no shell is involved.
        public var program: String

        /// Its words, without its own name.
        public var arguments: [String]
        public var environment: Environment

        /// The folder it starts in; nil for ours.
        public var folder: String?

        /// Whether it begins a session of its own, without our terminal and its signals.
        public var isDetached = false

        /// What it reads from standard input; nil for nothing.
        public var input: [UInt8]?

        /// The file that standard output and standard error are appended to, mode 0600; nil for nowhere.
        public var log: String?

        public init(program: String, arguments: [String], environment: Environment) {
            self.program = program
            self.arguments = arguments
            self.environment = environment
        }
    }

    /// How a process ended.
    public enum Ending: Sendable, Hashable {
        case exited(Int32)
        case killed(Signal)
    }

    public let id: ProcessID
    private let isDetached: Bool
    private let ending = Occasion<Ending>()

    /// Starts a program: standard input comes from nowhere or holds what the plan says, no other descriptor of ours is inherited, and signals have their default actions.
    ///
    /// The corresponding C function is `posix_spawn`. A thread waits for the child's end, so that no zombie stays.
    /// - Throws: when the program, the folder or the log cannot be opened, or the system has no more processes or threads.
    public convenience init(_ plan: Plan) throws(SystemError) {
        try self.init(id: Self.spawn(plan), isDetached: plan.isDetached)
    }

    /// Takes over a process that has just been made.
    init(id: Int32, isDetached: Bool) throws(SystemError) {
        self.id = ProcessID(rawValue: id)
        self.isDetached = isDetached
        let ending = ending
        let thread = try NamedThread.start("haul-child") { ending.happen(Self.wait(for: id)) }
        thread.detach()
    }

    /// Sends a signal to it and to all that it has started, if it began a session of its own.
    ///
    /// As long as one of them lives, the number of the group goes to nobody else.
    public func sendToGroup(_ signal: Signal) {
        guard isDetached else { return }
        id.sendToGroup(signal)
    }

    /// How it ended, if it has.
    public var end: Ending? {
        ending.current
    }

    /// Waits for its end; nil when the waiting task is cancelled first.
    public func ended() async -> Ending? {
        await ending.value()
    }

    private static func wait(for id: Int32) -> Ending {
        var status: Int32 = 0
        while waitpid(id, &status, 0) < 0 {
            // Somebody who ignores SIGCHLD, or has waited for all: how it ended is lost.
            guard errno == EINTR else { return .exited(-1) }
        }
        let number = status & 0x7F
        return number == 0 ? .exited((status >> 8) & 0xFF) : .killed(Signal(rawValue: number))
    }

    private static func spawn(_ plan: Plan) throws(SystemError) -> Int32 {
        let (words, variables) = (plan.words, plan.variables)
        try plan.check(for: "posix_spawn")
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        let input = try plan.input.map { (bytes) throws(SystemError) in try Self.memory(holding: bytes) }
        defer { if let input { close(input) } }
        if let input {
            posix_spawn_file_actions_adddup2(&actions, input, 0)
        } else {
            posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        }
        let output = plan.log ?? "/dev/null"
        posix_spawn_file_actions_addopen(&actions, 1, output, O_WRONLY | O_APPEND | (plan.log == nil ? 0 : O_CREAT | O_NOFOLLOW), 0o600)
        posix_spawn_file_actions_adddup2(&actions, 1, 2)
        posix_spawn_file_actions_addclosefrom_np(&actions, 3)
        if let folder = plan.folder { posix_spawn_file_actions_addchdir_np(&actions, folder) }

        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var flags = Int32(POSIX_SPAWN_SETSIGMASK) | Int32(POSIX_SPAWN_SETSIGDEF)
        if plan.isDetached { flags |= Int32(clinux_spawn_setsid) }
        posix_spawnattr_setflags(&attributes, Int16(truncatingIfNeeded: flags))
        var none = sigset_t()
        sigemptyset(&none)
        posix_spawnattr_setsigmask(&attributes, &none)
        var all = sigset_t()
        sigfillset(&all)
        posix_spawnattr_setsigdefault(&attributes, &all)

        var id: pid_t = 0
        let reason = withCStrings(words) { words in
            withCStrings(variables) { variables in
                posix_spawn(&id, plan.program, &actions, &attributes, words, variables)
            }
        }
        guard reason == 0 else { throw SystemError(errno: reason, "posix_spawn", path: plan.program) }
        return id
    }

    /// A file without a name that can be read from its start: unlike a pipe it takes everything before anybody reads.
    ///
    /// The corresponding C function is `memfd_create`.
    static func memory(holding bytes: [UInt8]) throws(SystemError) -> Int32 {
        let file = memfd_create("haul-input", UInt32(clinux_memfd_cloexec))
        guard file >= 0 else { throw SystemError(errno: errno, "memfd_create", path: nil) }
        var written = 0
        while written < bytes.count {
            let count = bytes.withUnsafeBytes { write(file, $0.baseAddress?.advanced(by: written), $0.count - written) }
            guard count > 0 else {
                if count < 0, errno == EINTR { continue }
                let reason = errno
                close(file)
                throw SystemError(errno: reason, "write", path: nil)
            }
            written += count
        }
        lseek(file, 0, SEEK_SET)
        return file
    }

    /// Calls with a list of C strings that ends with a null pointer, as `exec` wants it.
    static func withCStrings<Result>(
        _ texts: [String],
        _ body: (UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>) -> Result
    ) -> Result {
        let list = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>.allocate(capacity: texts.count + 1)
        for (index, text) in texts.enumerated() { (list + index).initialize(to: strdup(text)) }
        (list + texts.count).initialize(to: nil)
        defer {
            for index in texts.indices { free(list[index]) }
            list.deallocate()
        }
        return body(list)
    }
}
