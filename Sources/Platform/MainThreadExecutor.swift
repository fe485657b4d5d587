#if compiler(>=6.3)
@_spi(ExperimentalCustomExecutors) internal import _Concurrency
internal import Glibc

/// The executor of `MainActor`: the thread that makes it, which is the first one of the program.
///
/// `@unchecked Sendable`: the variables are touched only while `condition` is locked.
final class MainThreadExecutor: MainExecutor, @unchecked Sendable {
    private let thread = pthread_self()
    private let condition = ThreadCondition()
    private var jobs: [UnownedJob] = []
    private var isStopping = false

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        condition.lock()
        jobs.append(job)
        condition.unlock()
        condition.signal()
    }

    /// Runs jobs until it is stopped; to be called on the thread.
    func run() {
        checkIsolated()
        let executor = asUnownedSerialExecutor()
        while let batch = next() {
            for job in batch { job.runSynchronously(on: executor) }
        }
    }

    func stop() {
        condition.lock()
        isStopping = true
        condition.signal()
        condition.unlock()
    }

    func isIsolatingCurrentContext() -> Bool? {
        pthread_equal(thread, pthread_self()) != 0
    }

    func checkIsolated() {
        precondition(pthread_equal(thread, pthread_self()) != 0, "not on the main thread")
    }

    /// Waits for jobs; nil when it is to stop.
    private func next() -> [UnownedJob]? {
        condition.lock()
        defer { condition.unlock() }
        while jobs.isEmpty, !isStopping { condition.wait() }
        if isStopping {
            isStopping = false
            return nil
        }
        let batch = jobs
        jobs.removeAll(keepingCapacity: true)
        return batch
    }
}
#endif
