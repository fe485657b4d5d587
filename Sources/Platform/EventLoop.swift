internal import CLinux
internal import Glibc
internal import Synchronization

/// One thread that waits for sockets, a deadline and jobs, and is the executor of the actor that owns it.
///
/// Everything but `jobs`, `isStopping`, `waker` and the join happens on the thread only; the actor's isolation is that thread, which
/// `checkIsolated` proves. That is the invariant behind `@unchecked`.
public final class EventLoop: SerialExecutor, @unchecked Sendable {
    /// What a watched descriptor is ready for.
    public struct Readiness: OptionSet, Sendable {
        public let rawValue: UInt8

        public init(rawValue: UInt8) {
            self.rawValue = rawValue
        }

        public static let read = Readiness(rawValue: 1)
        public static let write = Readiness(rawValue: 2)
    }

    private struct Inbox {
        var jobs: [UnownedJob] = []
        var isStopping = false
        var isAwake = false
    }

    private let inbox = Mutex(Inbox())
    private let poller: Int32
    private let waker: Int32
    private var thread: NamedThread?

    /// Called on the thread when a watched descriptor is ready.
    public var onReady: ((Int32, Readiness) -> Void)?

    /// Called on the thread when the deadline has passed; the deadline is gone by then.
    public var onDeadline: (() -> Void)?

    /// Called on the thread after each turn, before it waits again.
    public var onTurn: (() -> Void)?

    /// When `onDeadline` is wanted, in nanoseconds of the monotonic clock; nil for never.
    public var deadline: UInt64?

    /// Starts the thread.
    ///
    /// - Throws: `SystemError` when the kernel has no descriptor or thread to give.
    public init(name: String) throws(SystemError) {
        poller = epoll_create1(Int32(EPOLL_CLOEXEC))
        guard poller >= 0 else { throw SystemError(errno: errno, "epoll_create1") }
        waker = eventfd(0, Int32(EFD_NONBLOCK) | Int32(EFD_CLOEXEC))
        guard waker >= 0 else {
            let error = SystemError(errno: errno, "eventfd")
            close(poller)
            throw error
        }
        var event = epoll_event()
        event.events = EPOLLIN.rawValue
        event.data.fd = waker
        epoll_ctl(poller, EPOLL_CTL_ADD, waker, &event)
        let pointer = UInt(bitPattern: Unmanaged.passRetained(self).toOpaque())
        do {
            thread = try NamedThread.start(name) {
                guard let context = UnsafeRawPointer(bitPattern: pointer) else { return }
                Unmanaged<EventLoop>.fromOpaque(context).takeRetainedValue().run()
            }
        } catch {
            if let context = UnsafeRawPointer(bitPattern: pointer) { Unmanaged<EventLoop>.fromOpaque(context).release() }
            throw error
        }
    }

    deinit {
        close(poller)
        close(waker)
    }

    /// Ends the thread after its present turn and waits for it.
    ///
    /// Jobs that come later are never run.
    public func stop() {
        inbox.withLock { $0.isStopping = true }
        wake()
        guard let thread else { return }
        if thread.isCurrent { thread.detach() } else { thread.join() }
        self.thread = nil
    }

    // MARK: - Executor

    public func enqueue(_ job: consuming ExecutorJob) {
        let unowned = UnownedJob(job)
        let isAwake = inbox.withLock { inbox in
            inbox.jobs.append(unowned)
            defer { inbox.isAwake = true }
            return inbox.isAwake
        }
        if !isAwake { wake() }
    }

    public func asUnownedSerialExecutor() -> UnownedSerialExecutor {
        UnownedSerialExecutor(ordinary: self)
    }

    public func checkIsolated() {
        precondition(isOnThread, "not on the thread of this event loop")
    }

    public func isIsolatingCurrentContext() -> Bool? {
        isOnThread
    }

    private var isOnThread: Bool {
        thread?.isCurrent ?? true
    }

    private func wake() {
        var one: UInt64 = 1
        _ = write(waker, &one, 8)
    }

    // MARK: - Descriptors, on the thread only

    /// Watches a descriptor for what it is wanted for; replaces what was asked before.
    public func watch(_ descriptor: Int32, for readiness: Readiness) {
        var event = epoll_event()
        event.data.fd = descriptor
        event.events =
            (readiness.contains(.read) ? EPOLLIN.rawValue : 0) | (readiness.contains(.write) ? EPOLLOUT.rawValue : 0)
        if epoll_ctl(poller, EPOLL_CTL_MOD, descriptor, &event) != 0 {
            epoll_ctl(poller, EPOLL_CTL_ADD, descriptor, &event)
        }
    }

    public func unwatch(_ descriptor: Int32) {
        var event = epoll_event()
        epoll_ctl(poller, EPOLL_CTL_DEL, descriptor, &event)
    }

    /// The clock that `deadline` is on, in nanoseconds.
    ///
    /// It stands still while the machine sleeps.
    public static var now: UInt64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return UInt64(time.tv_sec) &* 1_000_000_000 &+ UInt64(time.tv_nsec)
    }

    private func run() {
        var events = [epoll_event](repeating: epoll_event(), count: 256)
        while true {
            let (jobs, isStopping) = inbox.withLock { inbox in
                let jobs = inbox.jobs
                inbox.jobs = []
                inbox.isAwake = !jobs.isEmpty
                return (jobs, inbox.isStopping)
            }
            for job in jobs { job.runSynchronously(on: asUnownedSerialExecutor()) }
            if isStopping { return }
            if !jobs.isEmpty {
                // More may have come while these ran: look again before waiting, since nobody wakes a loop that is awake.
                onTurn?()
                wait(&events, timeout: 0)
                continue
            }
            wait(&events, timeout: timeout)
            if let due = deadline, due <= Self.now {
                deadline = nil
                onDeadline?()
            }
            onTurn?()
        }
    }

    private func wait(_ events: inout [epoll_event], timeout: Int32) {
        let count = epoll_wait(poller, &events, Int32(events.count), timeout)
        guard count > 0 else { return }
        for event in events.prefix(Int(count)) {
            if event.data.fd == waker {
                var value: UInt64 = 0
                _ = read(waker, &value, 8)
                continue
            }
            var readiness: Readiness = []
            let mask = event.events
            if mask & (EPOLLIN.rawValue | EPOLLHUP.rawValue | EPOLLERR.rawValue) != 0 { readiness.insert(.read) }
            if mask & (EPOLLOUT.rawValue | EPOLLERR.rawValue) != 0 { readiness.insert(.write) }
            onReady?(event.data.fd, readiness)
        }
    }

    /// Milliseconds to wait, rounded up so that a deadline is never looked at too early; -1 for ever.
    private var timeout: Int32 {
        guard let deadline else { return -1 }
        let now = Self.now
        guard deadline > now else { return 0 }
        return Int32(clamping: (deadline - now + 999_999) / 1_000_000)
    }
}
