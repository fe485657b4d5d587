internal import CLinux
internal import Glibc

/// A process known by its number.
public struct ProcessID: RawRepresentable, Sendable, Hashable {
    public let rawValue: Int32

    public init(rawValue: Int32) {
        self.rawValue = rawValue
    }

    /// Whether there is such a process, be it a zombie or somebody else's.
    ///
    /// The corresponding C function is `kill` with signal 0.
    public var isAlive: Bool {
        rawValue > 0 && (kill(rawValue, 0) == 0 || errno == EPERM)
    }

    /// When it started, in the kernel's ticks since boot: with the number it names one process (`proc(5)`, field 22 of `stat`).
    public var startTime: UInt64? {
        guard let file = try? File.open("/proc/\(rawValue)/stat", .read), let bytes = try? file.read(atMost: 4096) else { return nil }
        // The name in parentheses may hold anything, parentheses too: fields are counted behind the last one.
        guard let end = bytes.lastIndex(of: UInt8(ascii: ")")) else { return nil }
        let fields = bytes[(end + 1)...].split(separator: UInt8(ascii: " "))
        return fields.count > 19 ? UInt64(String(decoding: fields[19], as: UTF8.self)) : nil
    }

    /// Sends a signal.
    ///
    /// The corresponding C function is `kill`.
    /// - Returns: false when there is no such process, or it is not ours.
    @discardableResult
    public func send(_ signal: Signal) -> Bool {
        // Zero and negative numbers mean whole groups.
        rawValue > 0 && kill(rawValue, signal.rawValue) == 0
    }

    /// Sends a signal to all processes of the group that this one leads.
    ///
    /// The corresponding C function is `killpg`.
    public func sendToGroup(_ signal: Signal) {
        // 0 and 1 mean groups of others.
        if rawValue > 1 { killpg(rawValue, signal.rawValue) }
    }

    /// Waits until the process has ended, child or not, at most so long.
    ///
    /// The corresponding C function is `pidfd_open`. Costs a thread while it waits.
    /// - Returns: false when the time is over, or when the kernel cannot tell.
    public func ends(within limit: Duration) async -> Bool {
        guard rawValue > 0 else { return true }
        let number = clinux_pidfd_open(rawValue)
        guard number >= 0 else { return errno == ESRCH }
        let descriptor = Descriptor(owning: number)
        guard let loop = try? ReadinessLoop(name: "haul-process") else { return false }
        defer { loop.stop() }
        let occasion = Occasion<Bool>()
        let watch = loop.watch(number) { _ in occasion.happen(true) }
        loop.want(.read, of: watch)
        loop.after(limit) { occasion.happen(false) }
        let hasEnded = await occasion.value() ?? false
        loop.remove(watch)
        _ = descriptor.rawValue
        return hasEnded
    }
}
