internal import CLinux
internal import Glibc
internal import Synchronization

/// Jobs that are to be run later, and the timers of the kernel that say when; whoever waits for the timers wakes up when one is due and
/// never else.
///
/// Each clock has a timer, since a condition variable knows no clock that goes on while the machine sleeps.
/// A job whose task was cancelled stays until its time: the runtime does not say which jobs it no longer needs.
final class DelayedJobs: Sendable {
    enum Clock: Int, CaseIterable {
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

    /// Makes the timers.
    ///
    /// - Throws: when the kernel has no descriptor to give.
    init() throws(SystemError) {
        // Made at the start, since a program with all its descriptors in use must still be able to sleep.
        continuousTimer = try Self.timer(CLOCK_BOOTTIME)
        suspendingTimer = try Self.timer(CLOCK_MONOTONIC)
    }

    /// The timers; one is readable while a job is due that nobody has taken.
    var descriptors: [Int32] { Clock.allCases.map(timer) }

    /// Has a job run at a time of a clock, in its nanoseconds.
    func add(_ job: UnownedJob, due: Int64, clock: Clock) {
        queues.withLock { queues in
            let before = queues[clock.rawValue].earliest
            queues[clock.rawValue].add(job, due: due)
            if before.map({ due < $0 }) ?? true { set(clock, due) }
        }
    }

    /// The jobs that are due, in order; sets the timers to the next ones.
    func takeDue() -> [UnownedJob] {
        queues.withLock { queues in
            var jobs: [UnownedJob] = []
            for clock in Clock.allCases {
                guard let earliest = queues[clock.rawValue].earliest else { continue }
                let now = clock.now
                guard earliest <= now else { continue }
                while let job = queues[clock.rawValue].take(by: now) { jobs.append(job) }
                set(clock, queues[clock.rawValue].earliest)
            }
            return jobs
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

    /// Sets a timer, which makes it unreadable until then, with the lock held so that the last one to set it knows the earliest job.
    private func set(_ clock: Clock, _ due: Int64?) {
        var time = itimerspec()
        // Zero switches it off; a time that has passed makes it ring at once.
        if let due = due.map({ max($0, 1) }) {
            time.it_value = timespec(tv_sec: Int(due / 1_000_000_000), tv_nsec: Int(due % 1_000_000_000))
        }
        timerfd_settime(timer(of: clock), Int32(TFD_TIMER_ABSTIME), &time, nil)
    }
}

#if compiler(>=6.3)
extension DelayedJobs {
    /// Has a job run at a moment of one of Swift's clocks, for a `SchedulingExecutor`; false when that moment is over.
    func add<C: _Concurrency.Clock>(_ job: UnownedJob, at instant: C.Instant, clock: C) -> Bool {
        guard let wait = clock.now.duration(to: instant) as? Duration else {
            preconditionFailure("a clock whose durations are no Duration")
        }
        guard wait > .zero else { return false }
        let clock: Clock = clock is SuspendingClock ? .suspending : .continuous
        let (seconds, attoseconds) = wait.components
        // A century is for ever.
        let nanoseconds = min(seconds, 3_155_760_000) * 1_000_000_000 + (attoseconds + 999_999_999) / 1_000_000_000
        add(job, due: clock.now + nanoseconds, clock: clock)
        return true
    }
}
#endif
