internal import CLinux
internal import Glibc

/// Tells when somebody sets the clock on the wall; costs nothing until then.
///
/// The corresponding C function is `timerfd_settime` with `TFD_TIMER_CANCEL_ON_SET`.
public final class ClockWatch: Sendable {
    private let descriptor: Descriptor
    private let loop: ReadinessLoop

    /// Begins to watch.
    ///
    /// - Parameter onChange: called on a thread of the watch after each step of the clock.
    /// - Throws: when the kernel has no descriptor or thread to give.
    public init(onChange: @escaping @Sendable () -> Void) throws(SystemError) {
        let number = try retrying("timerfd_create") { timerfd_create(CLOCK_REALTIME, Int32(TFD_CLOEXEC | TFD_NONBLOCK)) }
        descriptor = Descriptor(owning: number)
        loop = try ReadinessLoop(name: "haul-clock")
        try Self.arm(number)
        let watch = loop.watch(number) { _ in
            var expirations: UInt64 = 0
            // ECANCELED says that the clock was set; whatever else it is, the timer is armed again.
            _ = Glibc.read(number, &expirations, 8)
            try? Self.arm(number)
            onChange()
        }
        loop.want(.read, of: watch)
    }

    deinit {
        loop.stop()
    }

    /// A time that never comes: only a step of the clock ends the wait.
    private static func arm(_ number: Int32) throws(SystemError) {
        var time = itimerspec()
        time.it_value.tv_sec = 1 << 40
        let flags = Int32(TFD_TIMER_ABSTIME) | Int32(TFD_TIMER_CANCEL_ON_SET)
        try retrying("timerfd_settime") { timerfd_settime(number, flags, &time, nil) }
    }
}
