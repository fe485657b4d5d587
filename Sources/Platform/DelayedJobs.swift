internal import CLinux
internal import Glibc
internal import Synchronization

/// Jobs that are to be run later, and the thread that waits for them; it wakes up when one is due and never else.
///
/// Each clock has a timer of the kernel, since a condition variable knows no clock that goes on while the machine sleeps.
/// A job whose task was cancelled stays until its time: the runtime does not say which jobs it no longer needs.
final class DelayedJobs: Sendable {
    enum Clock: Int {
        /// `CLOCK_BOOTTIME`, which counts the sleep of the machine: Swift's `ContinuousClock`.
        case continuous
        /// `CLOCK_MONOTONIC`, which stands still then: Swift's `SuspendingClock`.
        case suspending

        var now: Int64 {
            switch self {
            case .continuous: SystemClock.sinceBoot
            case .suspending: SystemClock.awake
            }
        }
    }

    private let queues = Mutex([DueQueue<UnownedJob>(), DueQueue<UnownedJob>()])
    private let continuousTimer: Descriptor
    private let suspendingTimer: Descriptor

    /// Makes the timers and starts the thread, which stays until the program ends.
    ///
    /// - Parameters:
    ///   - name: of the thread.
    ///   - run: takes the jobs that are due, on that thread.
    /// - Throws: when the kernel has no descriptor or thread to give.
    init(name: String, run: @escaping @Sendable (UnownedJob) -> Void) throws(SystemError) {
        // Made at the start, since a program with all its descriptors in use must still be able to sleep.
        continuousTimer = try Self.timer(CLOCK_BOOTTIME)
        suspendingTimer = try Self.timer(CLOCK_MONOTONIC)
        try NamedThread.start(name) { self.serve(run) }.detach()
    }

    /// Has a job run at a time of a clock, in its nanoseconds.
    func add(_ job: UnownedJob, due: Int64, clock: Clock) {
        queues.withLock { queues in
            let before = queues[clock.rawValue].earliest
            queues[clock.rawValue].add(job, due: due)
            if before.map({ due < $0 }) ?? true { set(clock, due) }
        }
    }

    private static func timer(_ clock: clockid_t) throws(SystemError) -> Descriptor {
        Descriptor(owning: try retrying("timerfd_create") { timerfd_create(clock, Int32(TFD_CLOEXEC | TFD_NONBLOCK)) })
    }

    private func timer(of clock: Clock) -> Int32 {
        switch clock {
        case .continuous: continuousTimer.rawValue
        case .suspending: suspendingTimer.rawValue
        }
    }

    private func serve(_ run: (UnownedJob) -> Void) {
        let clocks = [Clock.continuous, .suspending]
        var watched = clocks.map { pollfd(fd: timer(of: $0), events: Int16(POLLIN), revents: 0) }
        while true {
            guard poll(&watched, nfds_t(watched.count), -1) > 0 else { continue }
            for clock in clocks where watched[clock.rawValue].revents != 0 {
                for job in takeDue(clock) { run(job) }
            }
        }
    }

    /// The jobs that are due, in order; sets the timer to the next one.
    private func takeDue(_ clock: Clock) -> [UnownedJob] {
        queues.withLock { queues in
            var expirations: UInt64 = 0
            _ = read(timer(of: clock), &expirations, 8)
            let now = clock.now
            var jobs: [UnownedJob] = []
            while let job = queues[clock.rawValue].take(by: now) { jobs.append(job) }
            if let next = queues[clock.rawValue].earliest { set(clock, next) }
            return jobs
        }
    }

    /// Sets a timer, which is done with the lock held so that the last one to set it knows the earliest job.
    private func set(_ clock: Clock, _ due: Int64) {
        // Zero would switch it off; a time that has passed makes it ring at once.
        let due = max(due, 1)
        var time = itimerspec()
        time.it_value = timespec(tv_sec: Int(due / 1_000_000_000), tv_nsec: Int(due % 1_000_000_000))
        timerfd_settime(timer(of: clock), Int32(TFD_TIMER_ABSTIME), &time, nil)
    }
}
