internal import CLinux
internal import Glibc
internal import Synchronization

/// One thread that waits for descriptors and alarms and calls who asked for them; sleeps while there is nothing.
///
/// Unlike `EventLoop` it is no executor: all may be called from any thread, and nothing that is awaited depends on the loop still running.
public final class ReadinessLoop: Sendable {
    public typealias Readiness = EventLoop.Readiness

    /// A descriptor that is watched.
    public struct Watch: Sendable, Hashable {
        fileprivate let number: UInt64
        fileprivate let descriptor: Int32
    }

    /// Something that is to be called later.
    public struct Alarm: Sendable, Hashable {
        fileprivate let number: UInt64
    }

    private struct State {
        var next: UInt64 = 1
        var handlers: [UInt64: @Sendable (Readiness) -> Void] = [:]
        /// The time is in nanoseconds of `EventLoop.now`.
        var alarms: [UInt64: (due: UInt64, call: @Sendable () -> Void)] = [:]
        /// When the thread looks at the alarms again by itself: one before that must wake it.
        var waitsUntil: UInt64 = 0
        var isStopping = false
        var thread: NamedThread?
    }

    private let state = Mutex(State())
    private let poller: Descriptor
    private let waker: Descriptor

    /// Starts the thread.
    ///
    /// - Throws: `SystemError` when the kernel has no descriptor or thread to give.
    public init(name: String) throws(SystemError) {
        poller = Descriptor(owning: try retrying("epoll_create1") { epoll_create1(Int32(EPOLL_CLOEXEC)) })
        waker = Descriptor(owning: try retrying("eventfd") { eventfd(0, Int32(EFD_NONBLOCK) | Int32(EFD_CLOEXEC)) })
        var event = epoll_event()
        event.events = EPOLLIN.rawValue
        event.data.u64 = 0
        epoll_ctl(poller.rawValue, EPOLL_CTL_ADD, waker.rawValue, &event)
        // The thread keeps the loop alive until it is stopped.
        let thread = try NamedThread.start(name) { self.run() }
        state.withLock { $0.thread = thread }
    }

    /// Ends the thread after its present turn, and waits for that unless called on it; nothing is called any more afterwards.
    public func stop() {
        let thread = state.withLock { state in
            state.isStopping = true
            defer { state.thread = nil }
            return state.thread
        }
        wake()
        guard let thread else { return }
        if thread.isCurrent { thread.detach() } else { thread.join() }
    }

    /// Begins to watch a descriptor that is wanted for nothing yet; it stays the caller's, who removes the watch before closing it.
    ///
    /// The handler runs on the loop's thread and must not wait.
    public func watch(_ descriptor: Int32, handler: @escaping @Sendable (Readiness) -> Void) -> Watch {
        state.withLock { state in
            defer { state.next += 1 }
            state.handlers[state.next] = handler
            return Watch(number: state.next, descriptor: descriptor)
        }
    }

    /// Says what the handler is to be called for from now on; while that is nothing, not even the end of a connection is told.
    public func want(_ readiness: Readiness, of watch: Watch) {
        var event = epoll_event()
        event.data.u64 = watch.number
        guard !readiness.isEmpty else {
            epoll_ctl(poller.rawValue, EPOLL_CTL_DEL, watch.descriptor, &event)
            return
        }
        event.events = (readiness.contains(.read) ? EPOLLIN.rawValue : 0) | (readiness.contains(.write) ? EPOLLOUT.rawValue : 0)
        if epoll_ctl(poller.rawValue, EPOLL_CTL_MOD, watch.descriptor, &event) != 0 {
            epoll_ctl(poller.rawValue, EPOLL_CTL_ADD, watch.descriptor, &event)
        }
    }

    /// Ends a watch; its handler may be running for the last time meanwhile.
    public func remove(_ watch: Watch) {
        want([], of: watch)
        _ = state.withLock { $0.handlers.removeValue(forKey: watch.number) }
    }

    /// Calls something on the loop's thread after a while; time during which the machine sleeps does not count.
    @discardableResult
    public func after(_ delay: Duration, _ call: @escaping @Sendable () -> Void) -> Alarm {
        let (seconds, attoseconds) = max(delay, .zero).components
        let due = EventLoop.now &+ UInt64(clamping: min(seconds, 1 << 32)) &* 1_000_000_000 &+ UInt64(clamping: attoseconds / 1_000_000_000)
        let (alarm, isEarlier) = state.withLock { state in
            defer { state.next += 1 }
            state.alarms[state.next] = (due, call)
            return (Alarm(number: state.next), due < state.waitsUntil)
        }
        if isEarlier { wake() }
        return alarm
    }

    /// Drops an alarm; it may just be called.
    public func cancel(_ alarm: Alarm) {
        _ = state.withLock { $0.alarms.removeValue(forKey: alarm.number) }
    }

    private func wake() {
        var one: UInt64 = 1
        _ = write(waker.rawValue, &one, 8)
    }

    private func run() {
        var events = [epoll_event](repeating: epoll_event(), count: 64)
        while true {
            let (due, isStopping) = takeDue()
            if isStopping { return }
            for call in due { call() }
            let count = epoll_wait(poller.rawValue, &events, Int32(events.count), timeout())
            guard count > 0 else { continue }
            for event in events.prefix(Int(count)) { handle(event) }
        }
    }

    private func handle(_ event: epoll_event) {
        guard event.data.u64 != 0 else {
            var value: UInt64 = 0
            _ = read(waker.rawValue, &value, 8)
            return
        }
        var readiness: Readiness = []
        if event.events & (EPOLLIN.rawValue | EPOLLHUP.rawValue | EPOLLERR.rawValue) != 0 { readiness.insert(.read) }
        if event.events & (EPOLLOUT.rawValue | EPOLLHUP.rawValue | EPOLLERR.rawValue) != 0 { readiness.insert(.write) }
        let handler = state.withLock { $0.isStopping ? nil : $0.handlers[event.data.u64] }
        handler?(readiness)
    }

    private func takeDue() -> ([@Sendable () -> Void], isStopping: Bool) {
        state.withLock { state in
            if state.isStopping {
                // What they hold must not outlive the thread.
                state.handlers = [:]
                state.alarms = [:]
                return ([], true)
            }
            guard !state.alarms.isEmpty else { return ([], false) }
            let now = EventLoop.now
            let due = state.alarms.filter { $0.value.due <= now }.sorted { ($0.value.due, $0.key) < ($1.value.due, $1.key) }
            for entry in due { state.alarms[entry.key] = nil }
            return (due.map(\.value.call), false)
        }
    }

    /// Milliseconds until the next alarm, rounded up; -1 for ever.
    private func timeout() -> Int32 {
        let due = state.withLock { state in
            let due = state.alarms.values.map(\.due).min()
            state.waitsUntil = due ?? .max
            return due
        }
        guard let due else { return -1 }
        let now = EventLoop.now
        return due <= now ? 0 : Int32(clamping: (due - now + 999_999) / 1_000_000)
    }
}
