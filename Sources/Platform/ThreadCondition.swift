internal import Glibc

/// A mutex and a condition variable, for threads of our own that wait for work.
///
/// `@unchecked Sendable`: the two pointers never change, and what they point to is made for many threads.
final class ThreadCondition: @unchecked Sendable {
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

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

    func lock() {
        pthread_mutex_lock(mutex)
    }

    func unlock() {
        pthread_mutex_unlock(mutex)
    }

    /// Wakes one thread that waits.
    func signal() {
        pthread_cond_signal(condition)
    }

    /// Waits for a signal, with the lock held before and after; may also return without one.
    func wait() {
        pthread_cond_wait(condition, mutex)
    }
}
