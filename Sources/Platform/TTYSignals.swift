internal import CLinux
import Glibc
import Synchronization

/// The signals that concern a full-screen program, noted by a handler and read from a descriptor.
///
/// A signal that the program handles itself is left alone, and so is one that is blocked for a `signalfd`.
public enum TTYSignals {
    public struct Seen: Sendable, Hashable {
        public var isResized = false
        public var isContinued = false
        public var asksForSuspension = false

        /// `SIGUSR1`: read the configuration again.
        public var asksForReload = false

        /// The number of a signal that asks to end.
        public var termination: Int32?
    }

    /// The two ends of a pipe, and the bits of the signals that came: all that the handler touches.
    private static let reading = Atomic<Int32>(-1)
    private static let wakeUp = Atomic<Int32>(-1)
    private static let pending = Atomic<UInt64>(0)

    private static let all = [SIGWINCH, SIGCONT, SIGTSTP, SIGTERM, SIGINT, SIGQUIT, SIGHUP, SIGUSR1]

    /// Begins to note signals and returns the descriptor that tells of them; -1 when the system gives none.
    ///
    /// It stays open while the process lives, since a handler may be running on another thread.
    public static func start() -> Int32 {
        var ends: [Int32] = [-1, -1]
        if wakeUp.load(ordering: .acquiring) < 0, pipe(&ends) == 0 {
            for end in ends {
                _ = fcntl(end, F_SETFD, FD_CLOEXEC)
                _ = fcntl(end, F_SETFL, O_NONBLOCK)
            }
            reading.store(ends[0], ordering: .releasing)
            wakeUp.store(ends[1], ordering: .releasing)
        }
        // Touched here, so that no handler is the first to and waits for its making.
        _ = pending.load(ordering: .relaxed)
        for number in all {
            var now = sigaction()
            sigaction(number, nil, &now)
            // The runtime takes a quit for a crash and would report it.
            guard isDefault(now) || number == SIGQUIT else { continue }
            var action = sigaction()
            action.__sigaction_handler.sa_handler = note
            action.sa_flags = SA_RESTART
            sigaction(number, &action, nil)
        }
        return reading.load(ordering: .acquiring)
    }

    /// Gives back the default actions of the signals that are noted.
    public static func stop() {
        for number in all where isNoted(number) { signal(number, SIG_DFL) }
    }

    /// What came since the last call.
    public static func take() -> Seen {
        var bytes: UInt64 = 0
        let descriptor = reading.load(ordering: .acquiring)
        while descriptor >= 0, read(descriptor, &bytes, 8) > 0 {}
        let bits = pending.exchange(0, ordering: .acquiringAndReleasing)
        func has(_ number: Int32) -> Bool { bits & (1 << UInt64(number)) != 0 }
        return Seen(
            isResized: has(SIGWINCH),
            isContinued: has(SIGCONT),
            asksForSuspension: has(SIGTSTP),
            asksForReload: has(SIGUSR1),
            termination: [SIGTERM, SIGHUP, SIGQUIT, SIGINT].first(where: has)
        )
    }

    /// Stops this process, and what else runs in its group, until somebody continues it.
    ///
    /// The stop is of our own thread, so nothing after the call runs before the continuation. Without a shell that could continue us the
    /// kernel drops the signal, and the call returns at once.
    public static func suspendGroup() {
        signal(SIGTSTP, SIG_IGN)
        kill(0, SIGTSTP)
        signal(SIGTSTP, SIG_DFL)
        // The main queue may run on a thread of libdispatch, which blocks the signal: raised there it would stay pending.
        var stop = sigset_t()
        var before = sigset_t()
        sigemptyset(&stop)
        sigaddset(&stop, SIGTSTP)
        pthread_sigmask(SIG_UNBLOCK, &stop, &before)
        raise(SIGTSTP)
        pthread_sigmask(SIG_SETMASK, &before, nil)
        _ = start()
        pending.bitwiseAnd(~(1 << UInt64(SIGCONT)), ordering: .acquiringAndReleasing)
    }

    private static let note: @convention(c) (Int32) -> Void = { number in
        let kept = errno
        TTYSignals.pending.bitwiseOr(1 << UInt64(number & 63), ordering: .acquiringAndReleasing)
        var one: UInt8 = 1
        _ = Glibc.write(TTYSignals.wakeUp.load(ordering: .acquiring), &one, 1)
        errno = kept
    }

    private static func isDefault(_ action: sigaction) -> Bool {
        // SIG_DFL is the null pointer.
        action.__sigaction_handler.sa_handler == nil
    }

    private static func isNoted(_ number: Int32) -> Bool {
        var now = sigaction()
        sigaction(number, nil, &now)
        guard let handler = now.__sigaction_handler.sa_handler else { return false }
        return unsafeBitCast(handler, to: Int.self) == unsafeBitCast(note, to: Int.self)
    }
}
