#if compiler(>=6.3)
@_spi(ExperimentalCustomExecutors) @_spi(ExperimentalScheduling) internal import _Concurrency
internal import CLinux
internal import Glibc
internal import Synchronization

/// The executor of `MainActor`, and of everything else where there is one thread.
///
/// It runs jobs on the thread that makes it, which is the first one of the program.
final class MainThreadExecutor: MainExecutor {
    private struct Inbox {
        var jobs: [UnownedJob] = []
        /// The thread waits, or is about to: who brings a job must wake it.
        var isWaiting = false
        var isStopping = false
        /// Wakes the thread; set before the first job can come.
        var waker: Int32 = -1
        /// Jobs for later, where it runs all tasks.
        var delayed: DelayedJobs?
    }

    private let thread = pthread_self()
    private let inbox = Mutex(Inbox())

    /// Gets what it needs from the kernel, before anything runs.
    ///
    /// - Parameter runsAllTasks: Whether the jobs that are isolated to nothing, or to ordinary actors, come here as well.
    /// - Throws: when the kernel has no descriptor to give.
    func start(runsAllTasks: Bool) throws(SystemError) {
        let waker = try retrying("eventfd") { eventfd(0, Int32(EFD_NONBLOCK) | Int32(EFD_CLOEXEC)) }
        let delayed = runsAllTasks ? try DelayedJobs() : nil
        inbox.withLock { inbox in
            inbox.waker = waker
            inbox.delayed = delayed
        }
    }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        change { $0.jobs.append(job) }
    }

    /// Runs jobs until it is stopped; to be called on the thread.
    func run() {
        checkIsolated()
        let (waker, delayed) = inbox.withLock { ($0.waker, $0.delayed) }
        var watched = ([waker] + (delayed?.descriptors ?? [])).map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        while let batch = take() {
            for job in batch { run(job, isOnlyThread: delayed != nil) }
            // What is due has its turn also where there is always more to do.
            if let due = delayed?.takeDue(), !due.isEmpty { inbox.withLock { $0.jobs += due } }
            wait(&watched)
        }
    }

    func stop() {
        change { $0.isStopping = true }
    }

    func isIsolatingCurrentContext() -> Bool? {
        pthread_equal(thread, pthread_self()) != 0
    }

    func checkIsolated() {
        precondition(pthread_equal(thread, pthread_self()) != 0, "not on the main thread")
    }

    private func run(_ job: UnownedJob, isOnlyThread: Bool) {
        if isOnlyThread {
            job.runSynchronously(isolatedTo: asUnownedSerialExecutor(), taskExecutor: asUnownedTaskExecutor())
        } else {
            job.runSynchronously(on: asUnownedSerialExecutor())
        }
    }

    private func change(_ body: (inout Inbox) -> Void) {
        let waker: Int32? = inbox.withLock { inbox in
            body(&inbox)
            defer { inbox.isWaiting = false }
            return inbox.isWaiting ? inbox.waker : nil
        }
        guard let waker else { return }
        var one: UInt64 = 1
        _ = write(waker, &one, 8)
    }

    /// The jobs that have come; nil when it is to stop.
    private func take() -> [UnownedJob]? {
        inbox.withLock { inbox in
            guard !inbox.isStopping else {
                inbox.isStopping = false
                return nil
            }
            defer { inbox.jobs.removeAll(keepingCapacity: true) }
            return inbox.jobs
        }
    }

    /// Waits until there may be something to do.
    private func wait(_ watched: inout [pollfd]) {
        let mustWait = inbox.withLock { inbox in
            inbox.isWaiting = inbox.jobs.isEmpty && !inbox.isStopping
            return inbox.isWaiting
        }
        guard mustWait else { return }
        // A signal ends it early, which only looks at the jobs once more.
        let count = poll(&watched, nfds_t(watched.count), -1)
        inbox.withLock { $0.isWaiting = false }
        var wakes: UInt64 = 0
        if count > 0, watched[0].revents != 0 { _ = read(watched[0].fd, &wakes, 8) }
    }
}

extension MainThreadExecutor: TaskExecutor, SchedulingExecutor {
    func enqueue<C: Clock>(_ job: consuming ExecutorJob, at instant: C.Instant, tolerance: C.Duration?, clock: C) {
        let job = UnownedJob(job)
        guard let delayed = inbox.withLock({ $0.delayed }), delayed.add(job, at: instant, clock: clock) else {
            return enqueue(ExecutorJob(job))
        }
    }
}
#endif
