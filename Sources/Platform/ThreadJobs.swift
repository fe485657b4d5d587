internal import Glibc

/// The queue between those who enqueue jobs and the thread that runs them.
///
/// `@unchecked Sendable`: every variable is touched only while `mutex` is held; the two pointers never change.
final class ThreadJobs: @unchecked Sendable {
    /// A job, and its executor kept alive until the job has run.
    struct Entry {
        let job: UnownedJob
        let executor: SerialThreadExecutor
    }

    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
    private var entries: [Entry] = []
    private var isStopping = false
    private var thread: NamedThread?

    init() {
        pthread_mutex_init(mutex, nil)
        pthread_cond_init(condition, nil)
    }

    deinit {
        pthread_cond_destroy(condition)
        pthread_mutex_destroy(mutex)
        condition.deallocate()
        mutex.deallocate()
    }

    /// Starts the thread that serves this queue.
    func start(_ name: String) throws(SystemError) {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        thread = try NamedThread.start(name) { self.serve() }
    }

    func enqueue(_ entry: Entry, name: String) {
        pthread_mutex_lock(mutex)
        entries.append(entry)
        if thread == nil {
            // A job after `stop`: it must run, or its task would wait for ever. A thread comes up that ends with the queue. When the system
            // has no more threads, the next job tries again.
            thread = try? NamedThread.start(name) { self.serve() }
            thread?.detach()
        }
        pthread_cond_signal(condition)
        pthread_mutex_unlock(mutex)
    }

    var isCurrent: Bool {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        return thread?.isCurrent ?? false
    }

    /// Lets the thread run what is queued and then end; waits for that unless called on the thread itself.
    func stop(waiting: Bool) {
        pthread_mutex_lock(mutex)
        let wasStopping = isStopping
        isStopping = true
        let running = thread
        pthread_cond_signal(condition)
        pthread_mutex_unlock(mutex)
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
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        while entries.isEmpty {
            if isStopping {
                thread = nil
                return nil
            }
            pthread_cond_wait(condition, mutex)
        }
        let batch = entries
        entries.removeAll(keepingCapacity: true)
        return batch
    }
}
