#if compiler(>=6.3)
@_spi(ExperimentalScheduling) internal import _Concurrency
internal import CLinux
internal import Glibc

/// The threads that tasks run on, started when there is work for them; they sleep while there is none.
///
/// Once started it stays until the program ends.
///
/// `@unchecked Sendable`: the variables are touched only while `condition` is locked, but for `delayed`, which `start` sets before any
/// job can come.
final class WorkerPool: TaskExecutor, @unchecked Sendable {
    private let name: String
    private let limit: Int
    private let condition = ThreadCondition()
    private var jobs = JobLanes<UnownedJob>()
    private var workers = 0
    private var idle = 0
    /// Whether a worker is about to look for a job: then no other one is woken for now.
    private var isWaking = false
    fileprivate var delayed: DelayedJobs?

    /// Makes a pool of at most `limit` threads; nothing runs before `start`.
    init(name: String, limit: Int = WorkerPool.usual) {
        self.name = name
        self.limit = limit
    }

    /// As many threads as processors, at least two, since one may wait for another.
    ///
    /// More than eight would not help: what costs time, such as transfers, digests and the database, has threads of its own.
    static var usual: Int {
        min(max(sysconf(Int32(_SC_NPROCESSORS_ONLN)), 2), 8)
    }

    /// Starts the first worker and the thread for what is to be run later.
    ///
    /// So neither can be missing once the program runs.
    func start() throws(SystemError) {
        let delayed = try DelayedJobs()
        try NamedThread.start("\(name)-timer") { self.serve(delayed) }.detach()
        self.delayed = delayed
        condition.lock()
        defer { condition.unlock() }
        try addWorker()
    }

    func enqueue(_ job: consuming ExecutorJob) {
        let priority = job.priority.rawValue
        let job = UnownedJob(job)
        condition.lock()
        jobs.append(job, priority: priority)
        let wakesIdle = needsSignal()
        condition.unlock()
        if wakesIdle { condition.signal() }
    }

    /// Sees to it that somebody comes for the jobs, one at a time: whoever comes and leaves some calls the next.
    ///
    /// - Returns: Whether the caller is to signal, after it has unlocked, so that the woken thread finds the lock free.
    private func needsSignal() -> Bool {
        guard !isWaking, !jobs.isEmpty else { return false }
        guard idle == 0 else {
            isWaking = true
            return true
        }
        // When the system has no more threads, those that there are do the work.
        if workers < limit { try? addWorker() }
        return false
    }

    private func addWorker() throws(SystemError) {
        try NamedThread.start("\(name)-\(workers + 1)") { self.serve() }.detach()
        workers += 1
        isWaking = true
    }

    private func serve() {
        let executor = asUnownedTaskExecutor()
        condition.lock()
        isWaking = false
        while true {
            guard let job = jobs.take() else {
                idle += 1
                condition.wait()
                idle -= 1
                isWaking = false
                continue
            }
            let wakesIdle = needsSignal()
            condition.unlock()
            if wakesIdle { condition.signal() }
            job.runSynchronously(on: executor)
            condition.lock()
        }
    }
}

extension WorkerPool: SchedulingExecutor {
    func enqueue<C: Clock>(_ job: consuming ExecutorJob, at instant: C.Instant, tolerance: C.Duration?, clock: C) {
        guard let delayed else { preconditionFailure("a sleep before the start") }
        let job = UnownedJob(job)
        if !delayed.add(job, at: instant, clock: clock) { enqueue(ExecutorJob(job)) }
    }

    /// Waits for what is to be run later, for ever.
    private func serve(_ delayed: DelayedJobs) {
        var timers = delayed.descriptors.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        while true {
            guard poll(&timers, nfds_t(timers.count), -1) > 0 else { continue }
            for job in delayed.takeDue() { enqueue(ExecutorJob(job)) }
        }
    }
}
#endif
