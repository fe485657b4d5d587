/// A serial executor with one thread of its own: the place for actors whose calls block, such as those on SQLite and on files.
///
///     actor Store {
///         private let executor: SerialThreadExecutor
///         nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }
///     }
public final class SerialThreadExecutor: SerialExecutor {
    private let name: String
    private let jobs = ThreadJobs()

    /// Starts the thread; its name is shown by `top -H`, the first 15 bytes count.
    public init(name: String) throws(SystemError) {
        self.name = name
        try jobs.start(name)
    }

    deinit {
        // No job is left, since each holds its executor. The last reference may go on the thread itself, so nothing waits here.
        jobs.stop(waiting: false)
    }

    public func enqueue(_ job: consuming ExecutorJob) {
        jobs.enqueue(.init(job: UnownedJob(job), executor: self), name: name)
    }

    public func asUnownedSerialExecutor() -> UnownedSerialExecutor {
        UnownedSerialExecutor(ordinary: self)
    }

    public func isIsolatingCurrentContext() -> Bool? {
        jobs.isCurrent
    }

    public func checkIsolated() {
        precondition(jobs.isCurrent, "not on the thread \(name)")
    }

    /// Runs what is queued, ends the thread and waits for its end.
    ///
    /// Jobs that come later still run, on a thread that ends with them.
    public func stop() {
        jobs.stop(waiting: true)
    }
}
