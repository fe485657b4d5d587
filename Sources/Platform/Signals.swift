internal import CLinux
internal import Glibc
internal import Synchronization

/// A signal that a program may want to hear about.
public struct Signal: RawRepresentable, Sendable, Hashable {
    public let rawValue: Int32

    public init(rawValue: Int32) {
        self.rawValue = rawValue
    }

    public static let interrupt = Signal(rawValue: SIGINT)
    public static let terminate = Signal(rawValue: SIGTERM)
    public static let hangUp = Signal(rawValue: SIGHUP)
    public static let quit = Signal(rawValue: SIGQUIT)
    public static let windowChanged = Signal(rawValue: SIGWINCH)
    public static let continued = Signal(rawValue: SIGCONT)
    public static let kill = Signal(rawValue: SIGKILL)
    public static let user1 = Signal(rawValue: SIGUSR1)
}

/// Signals as values: noted by a handler that only writes a byte, and handed on by a thread of our own.
///
/// They cannot be blocked and waited for instead, since libdispatch, where it runs the main actor, parks that thread with every signal
/// unblocked.
public enum Signals {
    /// The writing end of the pipe that the handler tells; -1 before there is one.
    private static let wakeUp = Atomic<Int32>(-1)

    /// Whether the program was started with this signal ignored, as `nohup` does.
    public static func isIgnored(_ signal: Signal) -> Bool {
        var action = sigaction()
        guard sigaction(signal.rawValue, nil, &action) == 0 else { return false }
        return unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
    }

    /// Writes to a pipe or a socket that nobody reads fail with an error instead of ending the program.
    public static func ignoreBrokenPipes() {
        signal(SIGPIPE, SIG_IGN)
    }

    /// Catches signals from now on and hands them on, one by one, on a thread of its own, until the program ends.
    ///
    /// To be called once.
    /// - Throws: when there is no pipe or no thread to be had.
    public static func deliver(_ signals: [Signal], to handler: @escaping @Sendable (Signal) -> Void) throws(SystemError) {
        var ends: [Int32] = [-1, -1]
        guard pipe2(&ends, O_CLOEXEC) == 0 else { throw SystemError(errno: errno, "pipe2") }
        let reading = ends[0]
        // A handler must not wait; a full pipe has told enough.
        _ = fcntl(ends[1], F_SETFL, O_NONBLOCK)
        wakeUp.store(ends[1], ordering: .releasing)
        let thread = try NamedThread.start("haul-signals") {
            var number: UInt8 = 0
            while true {
                if read(reading, &number, 1) == 1 { handler(Signal(rawValue: Int32(number))) }
            }
        }
        thread.detach()
        for signal in signals {
            var action = sigaction()
            action.__sigaction_handler.sa_handler = note
            action.sa_flags = SA_RESTART
            sigaction(signal.rawValue, &action, nil)
        }
    }

    private static let note: @convention(c) (Int32) -> Void = { number in
        let kept = errno
        var byte = UInt8(truncatingIfNeeded: number)
        _ = write(Signals.wakeUp.load(ordering: .acquiring), &byte, 1)
        errno = kept
    }

    /// Ends the program by a signal, as if nobody had caught it: the shell that waits sees the right status.
    public static func raise(_ number: Signal) -> Never {
        signal(number.rawValue, SIG_DFL)
        var set = mask([number])
        pthread_sigmask(SIG_UNBLOCK, &set, nil)
        kill(getpid(), number.rawValue)
        // Another thread may have taken the signal: the program is gone in a moment.
        while true { pause() }
    }

    private static func mask(_ signals: [Signal]) -> sigset_t {
        var set = sigset_t()
        sigemptyset(&set)
        for signal in signals { sigaddset(&set, signal.rawValue) }
        return set
    }
}
