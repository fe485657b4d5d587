#if compiler(>=6.3)
@_spi(ExperimentalCustomExecutors) internal import _Concurrency
#endif

/// The threads that a program's tasks run on, instead of those of libdispatch.
///
/// Swift on Linux runs tasks on libdispatch, whose worker threads are looked after by a timer: a program that has once run a task wakes
/// up every second until it ends. Ours wake up when there is something to do.
public enum ProgramExecutors {
    /// Which threads of our own a program has for its tasks.
    public enum Threads: Sendable {
        /// A few, beside the first one, which is `MainActor`'s.
        case several
        /// The first one runs everything: for programs that wait most of the time, where each step to another thread would cost more than what
        /// is done there. What blocks needs a thread of its own.
        case one
    }

    /// Runs a program; to be called early in a `main` that is not `async`, before anything that is.
    ///
    /// From then on tasks run on threads of our own, and `MainActor` is the thread that called this. Compilers before 6.3 let nobody
    /// choose the executors while the program runs: there those of libdispatch stay.
    ///
    /// - Parameters:
    ///   - threads: Where tasks run that are not isolated to `MainActor`, or to an actor with a thread of its own.
    ///   - body: The program, which ends the process.
    /// - Throws: when the system has no threads or descriptors to give.
    public static func run(
        on threads: Threads = .several,
        _ body: @escaping @MainActor @Sendable () async -> Never
    ) throws(SystemError) -> Never {
        #if compiler(>=6.3)
        try MainThread.executor.start(runsAllTasks: threads == .one)
        switch threads {
        case .several:
            try Several.workers.start()
            _createExecutors(factory: Several.self)
        case .one:
            _createExecutors(factory: One.self)
        }
        #endif
        Task(operation: body)
        drainMainQueue()
    }
}

/// Runs the jobs of `MainActor` for ever; the compiler puts a call of it at the end of every `async` main.
@_silgen_name("swift_task_asyncMainDrainQueue")
private func drainMainQueue() -> Never

#if compiler(>=6.3)
private enum MainThread {
    static let executor = MainThreadExecutor()
}

private enum Several: ExecutorFactory {
    static let workers = WorkerPool(name: "haul-task")

    static var mainExecutor: any MainExecutor { MainThread.executor }
    static var defaultExecutor: any TaskExecutor { workers }
}

private enum One: ExecutorFactory {
    static var mainExecutor: any MainExecutor { MainThread.executor }
    static var defaultExecutor: any TaskExecutor { MainThread.executor }
}
#endif
