internal import Platform
internal import Synchronization

/// One end of a connection: lines in, lines out, neither without bound.
///
/// Lines are sent by whoever calls `send`, as long as the kernel takes them, and by the loop's thread afterwards. All state is behind one lock.
final class LineChannel: Sendable {
    private let descriptor: Descriptor
    private let loop: ReadinessLoop
    private let limits: LinkLimits
    private let state: Mutex<State>
    private let ended = Occasion<Void>()

    struct State {
        var splitter = LineSplitter(limit: LinkLimits.message - 1)
        var lines: [Line] = []
        var lineBytes = 0
        var reader: CheckedContinuation<Line?, Never>?
        /// The other end has said all, or we listen no more.
        var isInputEnded = false

        /// What is not sent yet: whole lines, of the first one only what is behind `sent`.
        var outbox: [[UInt8]] = []
        var sent = 0
        var unsent = 0
        var drains: [Occasion<Void>] = []

        /// Nothing more is accepted; what is queued is still sent.
        var isClosing = false
        var isClosed = false
        var watch: ReadinessLoop.Watch?
        var wanted: EventLoop.Readiness = []
        var patience: ReadinessLoop.Alarm?
    }

    /// What is to be done when the lock is free again.
    private struct Aftermath {
        var reader: (CheckedContinuation<Line?, Never>, Line?)?
        var drains: [Occasion<Void>] = []
        var hasEnded = false
    }

    /// Takes a connected socket that does not block; nothing is read before `start`.
    init(_ descriptor: consuming Descriptor, loop: ReadinessLoop, limits: LinkLimits) {
        self.descriptor = descriptor
        self.loop = loop
        self.limits = limits
        state = Mutex(State())
    }

    func start() {
        // The loop keeps the channel until it is closed.
        let watch = loop.watch(descriptor.rawValue) { [self] in ready($0) }
        change { state, _ in state.watch = watch }
    }

    // MARK: - Lines in

    /// The next line, in order; nil when there will be none any more.
    ///
    /// For one reader at a time.
    func next() async -> Line? {
        await withCheckedContinuation { continuation in
            change { state, aftermath in
                if !state.lines.isEmpty {
                    let line = state.lines.removeFirst()
                    if case .bytes(let bytes) = line { state.lineBytes -= bytes.count }
                    aftermath.reader = (continuation, line)
                } else if state.isInputEnded || state.isClosed {
                    aftermath.reader = (continuation, nil)
                } else {
                    state.reader = continuation
                }
            }
        }
    }

    /// Reads no more and forgets what nobody has asked for yet.
    func endInput() {
        change { state, aftermath in
            state.isInputEnded = true
            state.lines = []
            state.lineBytes = 0
            Self.tellEnd(&state, &aftermath)
        }
    }

    // MARK: - Lines out

    /// Queues a line with its line feed; false when it was dropped, or the connection is closed.
    func send(_ line: [UInt8], isDroppable: Bool) -> Bool {
        change { state, aftermath in
            guard !state.isClosing, !state.isClosed else { return false }
            if isDroppable, state.unsent > limits.droppable { return false }
            state.outbox.append(line)
            state.unsent += line.count
            if state.outbox.count == 1 { write(&state, &aftermath) }
            guard state.unsent > limits.unsent else { return !state.isClosed }
            if state.unsent > 2 * limits.unsent {
                close(&state, &aftermath)
                return false
            }
            if state.patience == nil { state.patience = loop.after(limits.patience) { [self] in losePatience() } }
            return true
        }
    }

    /// Waits until little is left to send, the connection is closed, or the waiting task is cancelled.
    func drained() async {
        let occasion: Occasion<Void>? = change { state, _ in
            guard !state.isClosed, state.unsent > limits.little else { return nil }
            let occasion = Occasion<Void>()
            state.drains.append(occasion)
            return occasion
        }
        _ = await occasion?.value()
    }

    var isClosed: Bool {
        state.withLock { $0.isClosed }
    }

    // MARK: - The end

    /// Closes after what is queued has been sent, which takes at most the farewell's time, and waits for that.
    func close() async {
        beginClosing()
        _ = await ended.value()
    }

    func beginClosing() {
        change { state, aftermath in
            guard !state.isClosing, !state.isClosed else { return }
            state.isClosing = true
            state.isInputEnded = true
            state.lines = []
            state.lineBytes = 0
            Self.tellEnd(&state, &aftermath)
            if state.unsent == 0 {
                close(&state, &aftermath)
            } else {
                loop.after(limits.farewell) { [self] in closeAtOnce() }
            }
        }
    }

    func closeAtOnce() {
        change { state, aftermath in close(&state, &aftermath) }
    }

    private func losePatience() {
        change { state, aftermath in
            state.patience = nil
            if state.unsent > limits.unsent { close(&state, &aftermath) }
        }
    }

    private func close(_ state: inout State, _ aftermath: inout Aftermath) {
        guard !state.isClosed else { return }
        state.isClosed = true
        state.isInputEnded = true
        state.outbox = []
        state.unsent = 0
        // The descriptor itself is closed when nobody uses it any more; the other end hears of it now.
        UnixSocket.shutDown(descriptor.rawValue)
        Self.tellEnd(&state, &aftermath)
        aftermath.hasEnded = true
    }

    private static func tellEnd(_ state: inout State, _ aftermath: inout Aftermath) {
        guard state.lines.isEmpty, let reader = state.reader else { return }
        state.reader = nil
        aftermath.reader = (reader, nil)
    }

    // MARK: - The socket

    private func ready(_ readiness: EventLoop.Readiness) {
        if readiness.contains(.write) { change { state, aftermath in write(&state, &aftermath) } }
        if readiness.contains(.read) { read() }
    }

    private func read() {
        // Some at a time, so that one who says much does not keep the loop from the others.
        withUnsafeTemporaryAllocation(byteCount: 64 << 10, alignment: 16) { buffer in
            change { state, aftermath in
                guard state.wanted.contains(.read), !state.isClosed, !state.isInputEnded else { return }
                do throws(SystemError) {
                    guard let count = try UnixSocket.read(descriptor.rawValue, into: buffer) else { return }
                    if count == 0 {
                        state.isInputEnded = true
                        Self.tellEnd(&state, &aftermath)
                        return
                    }
                    take(state.splitter.feed(UnsafeRawBufferPointer(rebasing: buffer[..<count])), &state, &aftermath)
                } catch {
                    // A reset: what came before it was said, and is answered if that is still possible.
                    state.isInputEnded = true
                    Self.tellEnd(&state, &aftermath)
                }
            }
        }
    }

    private func take(_ lines: [Line], _ state: inout State, _ aftermath: inout Aftermath) {
        var lines = lines[...]
        if let reader = state.reader, let first = lines.popFirst() {
            state.reader = nil
            aftermath.reader = (reader, first)
        }
        for line in lines {
            if case .bytes(let bytes) = line { state.lineBytes += bytes.count }
            state.lines.append(line)
        }
    }

    private func write(_ state: inout State, _ aftermath: inout Aftermath) {
        var done = 0
        defer { state.outbox.removeFirst(min(done, state.outbox.count)) }
        while done < state.outbox.count, !state.isClosed {
            do throws(SystemError) {
                let line = state.outbox[done]
                let count = try line.withUnsafeBufferPointer { (bytes) throws(SystemError) in
                    try UnixSocket.send(descriptor.rawValue, UnsafeRawBufferPointer(UnsafeBufferPointer(rebasing: bytes[state.sent...])))
                }
                guard count > 0 else { return }
                state.unsent -= count
                state.sent += count
                if state.sent == line.count {
                    state.sent = 0
                    done += 1
                }
            } catch {
                close(&state, &aftermath)
            }
        }
        if state.unsent == 0, state.isClosing { close(&state, &aftermath) }
    }

    // MARK: - The lock

    /// Changes the state under the lock, tells the loop what is wanted now, and wakes whom it concerns afterwards.
    private func change<Result>(_ body: (inout State, inout Aftermath) -> Result) -> Result {
        var aftermath = Aftermath()
        let result = state.withLock { state in
            let result = body(&state, &aftermath)
            settle(&state, &aftermath)
            return result
        }
        if let (reader, line) = aftermath.reader { reader.resume(returning: line) }
        for drain in aftermath.drains { drain.happen(()) }
        if aftermath.hasEnded { ended.happen(()) }
        return result
    }

    private func settle(_ state: inout State, _ aftermath: inout Aftermath) {
        if state.isClosed || state.unsent <= limits.little, !state.drains.isEmpty {
            aftermath.drains = state.drains
            state.drains = []
        }
        if let alarm = state.patience, state.isClosed || state.unsent <= limits.unsent {
            loop.cancel(alarm)
            state.patience = nil
        }
        guard let watch = state.watch else { return }
        if state.isClosed {
            state.watch = nil
            state.wanted = []
            loop.remove(watch)
            return
        }
        var wanted: EventLoop.Readiness = []
        let hasRoom = state.lineBytes < limits.pausesReading && state.lines.count < 256 && state.unsent < limits.pausesReading
        if !state.isInputEnded, hasRoom { wanted.insert(.read) }
        if state.unsent > 0 { wanted.insert(.write) }
        guard wanted != state.wanted else { return }
        state.wanted = wanted
        loop.want(wanted, of: watch)
    }
}
