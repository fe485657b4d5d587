import Glibc

/// A value behind a lock that ThreadSanitizer understands.
///
/// `Synchronization.Mutex` waits in the kernel without telling the sanitizer, which then reports races where there are none.
final class Guarded<Value>: @unchecked Sendable {
    // Unchecked: the value is touched only in `withLock`, by the thread that holds the mutex, and never escapes from it unless it is
    // Sendable itself.
    private var value: Value
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)

    init(_ value: sending Value) {
        self.value = value
        mutex.initialize(to: pthread_mutex_t())
        pthread_mutex_init(mutex, nil)
    }

    deinit {
        pthread_mutex_destroy(mutex)
        mutex.deallocate()
    }

    func withLock<Result: Sendable>(_ body: (inout Value) -> Result) -> Result {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        return body(&value)
    }
}
