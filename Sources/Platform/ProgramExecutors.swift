#if compiler(>=6.3)
@_spi(ExperimentalCustomExecutors) internal import _Concurrency
#endif

/// The threads that a program's tasks run on, instead of those of libdispatch.
///
/// Swift on Linux runs tasks on libdispatch, whose worker threads are looked after by a timer: a program that has once run a task wakes
/// up every second until it ends. Ours wake up when there is something to do.
public enum ProgramExecutors {
    /// Runs a program; to be called early in a `main` that is not `async`, before anything that is.
    ///
    /// From then on tasks run on a few threads of our own, and `MainActor` is the thread that called this. Compilers before 6.3 let nobody
    /// choose the executors while the program runs: there those of libdispatch stay.
    ///
    /// - Parameter body: The program, which ends the process.
    /// - Throws: when the system has no threads or descriptors to give.
    public static func run(_ body: @escaping @MainActor @Sendable () async -> Never) throws(SystemError) -> Never {
        #if compiler(>=6.3)
        try Factory.workers.start()
        _createExecutors(factory: Factory.self)
        #endif
        Task(operation: body)
        drainMainQueue()
    }
}

/// Runs the jobs of `MainActor` for ever; the compiler puts a call of it at the end of every `async` main.
@_silgen_name("swift_task_asyncMainDrainQueue")
private func drainMainQueue() -> Never

#if compiler(>=6.3)
private enum Factory: ExecutorFactory {
    static let main = MainThreadExecutor()
    static let workers = WorkerPool(name: "haul-task")

    static var mainExecutor: any MainExecutor { main }
    static var defaultExecutor: any TaskExecutor { workers }
}
#endif
