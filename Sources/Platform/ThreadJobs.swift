/// The queue between those who enqueue jobs and the thread that runs them.
///
/// `@unchecked Sendable`: every variable is touched only while `condition` is locked.
final class ThreadJobs: @unchecked Sendable {
    /// A job, and its executor kept alive until the job has run.
    struct Entry {
        let job: UnownedJob
        let executor: SerialThreadExecutor
    }

    private let condition = ThreadCondition()
    private var entries: [Entry] = []
    private var isStopping = false
    private var thread: NamedThread?

    /// Starts the thread that serves this queue.
    func start(_ name: String) throws(SystemError) {
        condition.lock()
        defer { condition.unlock() }
        thread = try NamedThread.start(name) { self.serve() }
    }

    func enqueue(_ entry: Entry, name: String) {
        condition.lock()
        entries.append(entry)
        if thread == nil {
            // A job after `stop`: it must run, or its task would wait for ever. A thread comes up that ends with the queue. When the system
            // has no more threads, the next job tries again.
            thread = try? NamedThread.start(name) { self.serve() }
            thread?.detach()
        }
        condition.signal()
        condition.unlock()
    }

    var isCurrent: Bool {
        condition.lock()
        defer { condition.unlock() }
        return thread?.isCurrent ?? false
    }

    /// Lets the thread run what is queued and then end; waits for that unless called on the thread itself.
    func stop(waiting: Bool) {
        condition.lock()
        let wasStopping = isStopping
        isStopping = true
        let running = thread
        condition.signal()
        condition.unlock()
        guard let running, !wasStopping else { return }
        if waiting && !running.isCurrent {
            running.join()
        } else {
            running.detach()
        }
    }

    private func serve() {
        while let batch = next() {
            for entry in batch {
                entry.job.runSynchronously(on: entry.executor.asUnownedSerialExecutor())
            }
        }
    }

    /// Waits for jobs; nil when there are none and the queue is stopping.
    private func next() -> [Entry]? {
        condition.lock()
        defer { condition.unlock() }
        while entries.isEmpty {
            if isStopping {
                thread = nil
                return nil
            }
            condition.wait()
        }
        let batch = entries
        entries.removeAll(keepingCapacity: true)
        return batch
    }
}
