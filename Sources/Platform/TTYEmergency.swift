internal import CLinux
internal import Glibc
internal import Synchronization

/// Gives the terminal back when the program crashes: one write of prepared bytes and the old line settings, then what was held back and a
/// line on standard error, and the signal goes on.
///
/// The handler allocates nothing and takes no lock. It runs on a stack of its own on the thread that armed it, so that a stack overflow there
/// is survived too; on other threads it runs on theirs.
public enum TTYEmergency {
    /// Memory the handler reads; written before `isArmed` is set, and never freed.
    private struct Kept {
        var descriptor: Int32
        var bytes: UnsafeMutableBufferPointer<UInt8>
        var settings: termios
        var redirection: TTYRedirection?
        /// What is said on standard error, before the two digits of the signal's number.
        var report: UnsafeMutableBufferPointer<UInt8>
        var buffer: UnsafeMutableRawBufferPointer
        /// The actions before ours, by signal number.
        var actions: UnsafeMutablePointer<sigaction>
    }

    private static let signals = [SIGSEGV, SIGBUS, SIGILL, SIGTRAP, SIGFPE, SIGABRT]
    private static let stackSize = 65_536

    /// The address of a `Kept`, 0 while nothing is armed: the only thing that the handler and the program share.
    private static let kept = Atomic<UInt>(0)

    /// From now on a crash restores `settings` and writes `bytes` to the terminal first.
    ///
    /// - Parameters:
    ///   - descriptor: the terminal.
    ///   - bytes: what gives its screen back.
    ///   - settings: its line settings of before.
    ///   - redirection: what is held back of standard error, and is shown then.
    ///   - report: what standard error gets besides, before the number of the signal.
    public static func arm(descriptor: Int32, bytes: [UInt8], settings: TTYSettings, redirection: TTYRedirection?, report: String) {
        guard kept.load(ordering: .acquiring) == 0 else { return }
        func copy(_ bytes: [UInt8]) -> UnsafeMutableBufferPointer<UInt8> {
            let copy = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: bytes.count)
            _ = copy.initialize(from: bytes)
            return copy
        }
        let actions = UnsafeMutablePointer<sigaction>.allocate(capacity: 65)
        actions.initialize(repeating: sigaction(), count: 65)
        let memory = UnsafeMutablePointer<Kept>.allocate(capacity: 1)
        memory.initialize(
            to: Kept(
                descriptor: descriptor,
                bytes: copy(bytes),
                settings: settings.value,
                redirection: redirection,
                report: copy(Array((report + "00\n").utf8)),
                buffer: .allocate(byteCount: 4_096, alignment: 1),
                actions: actions
            )
        )

        var stack = stack_t()
        stack.ss_sp = UnsafeMutableRawPointer.allocate(byteCount: stackSize, alignment: 16)
        stack.ss_size = stackSize
        sigaltstack(&stack, nil)

        kept.store(UInt(bitPattern: memory), ordering: .releasing)
        for number in signals {
            var action = sigaction()
            action.__sigaction_handler.sa_sigaction = restore
            action.sa_flags = Int32(SA_ONSTACK) | SA_SIGINFO
            sigaction(number, &action, actions + Int(number))
        }
    }

    /// Gives back the actions from before; the few kilobytes stay, for a handler that is just running.
    public static func disarm() {
        let address = kept.exchange(0, ordering: .acquiringAndReleasing)
        guard let memory = UnsafeMutablePointer<Kept>(bitPattern: address) else { return }
        for number in signals { sigaction(number, memory.pointee.actions + Int(number), nil) }
    }

    private static let restore: @convention(c) (Int32, UnsafeMutablePointer<siginfo_t>?, UnsafeMutableRawPointer?) -> Void = {
        number,
        info,
        _ in
        guard let memory = UnsafeMutablePointer<Kept>(bitPattern: TTYEmergency.kept.load(ordering: .acquiring)) else {
            signal(number, SIG_DFL)
            raise(number)
            return
        }
        _ = Glibc.write(memory.pointee.descriptor, memory.pointee.bytes.baseAddress, memory.pointee.bytes.count)
        tcsetattr(memory.pointee.descriptor, TCSANOW, &memory.pointee.settings)
        memory.pointee.redirection?.release(through: memory.pointee.buffer)
        let report = memory.pointee.report
        report[report.count - 3] = UInt8(48 + number / 10 % 10)
        report[report.count - 2] = UInt8(48 + number % 10)
        _ = Glibc.write(2, report.baseAddress, report.count)
        sigaction(number, memory.pointee.actions + Int(number), nil)
        // A fault comes again as soon as the handler returns, and takes its former action with it.
        if let info, info.pointee.si_code > 0 { return }
        // One that was sent does not, and the runtime only reports it: after that it has to end the program.
        var set = sigset_t()
        sigemptyset(&set)
        sigaddset(&set, number)
        pthread_sigmask(SIG_UNBLOCK, &set, nil)
        raise(number)
        signal(number, SIG_DFL)
        raise(number)
    }
}
