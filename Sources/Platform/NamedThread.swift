internal import CLinux
internal import Glibc

/// A thread of its own with a name, for work that blocks; never one of the cooperative pool.
public struct NamedThread: Sendable, Hashable {
    private let identity: pthread_t

    /// What a thread brings on itself, and what the runtime stops threads with when it reports a crash.
    private static let crashes = [SIGSEGV, SIGBUS, SIGILL, SIGTRAP, SIGFPE, SIGABRT, SIGSYS, SIGPROF]

    /// Starts a thread that takes no signals but those of a crash, which blocked would end the program without any handler.
    ///
    /// The corresponding C function is `pthread_create`. Each thread is joined or detached once.
    /// - Parameters:
    ///   - name: Shown by `top -H`; the first 15 bytes count.
    ///   - body: What it does; the thread ends with it.
    /// - Returns: the running thread.
    /// - Throws: when the system has no more threads.
    public static func start(_ name: String, _ body: @escaping @Sendable () -> Void) throws(SystemError) -> NamedThread {
        let box = Unmanaged.passRetained(ThreadBody(name: name, run: body))
        // The new thread inherits the mask of its maker: block all signals around the call.
        var all = sigset_t()
        var before = sigset_t()
        sigfillset(&all)
        for number in crashes { sigdelset(&all, number) }
        pthread_sigmask(SIG_SETMASK, &all, &before)
        var identity = pthread_t()
        let reason = pthread_create(&identity, nil, { ThreadBody.main($0) }, box.toOpaque())
        pthread_sigmask(SIG_SETMASK, &before, nil)
        guard reason == 0 else {
            box.release()
            throw SystemError(errno: reason, "pthread_create", path: name)
        }
        return NamedThread(identity: identity)
    }

    /// Whether the caller runs on this thread.
    public var isCurrent: Bool {
        pthread_equal(identity, pthread_self()) != 0
    }

    /// Waits until the thread has ended.
    public func join() {
        pthread_join(identity, nil)
    }

    /// Lets the calling thread rest; for threads of our own only, never on the cooperative pool.
    public static func pause(milliseconds: UInt16) {
        _ = usleep(UInt32(milliseconds) * 1_000)
    }

    /// Lets the thread clean up after itself when it ends.
    public func detach() {
        pthread_detach(identity)
    }
}

/// What a thread is given at its start.
private final class ThreadBody: Sendable {
    private let name: String
    private let run: @Sendable () -> Void

    init(name: String, run: @escaping @Sendable () -> Void) {
        self.name = name
        self.run = run
    }

    /// The C entry point; takes over the reference that `start` retained.
    static func main(_ context: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
        guard let context else { return nil }
        let body = Unmanaged<ThreadBody>.fromOpaque(context).takeRetainedValue()
        // 15 bytes and the ending zero is all that the kernel takes (pthread_setname_np(3)).
        _ = pthread_setname_np(pthread_self(), String(decoding: body.name.utf8.prefix(15), as: UTF8.self))
        body.run()
        return nil
    }
}
