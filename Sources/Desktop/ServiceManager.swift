internal import CSystemd
public import Platform

/// systemd, as a process sees it that it may have started.
///
/// Without systemd nothing here does anything.
public struct ServiceManager: Sendable {
    private let isListening: Bool

    /// Whether systemd started this process as a service and waits to be told how it is.
    public let isService: Bool

    /// Reads the environment.
    public init(environment: Environment = .current()) {
        isService = environment["NOTIFY_SOCKET"] != nil || environment["INVOCATION_ID"] != nil
        isListening = environment["LISTEN_PID"] == "\(ThisProcess.id)"
    }

    /// What can be told.
    public enum News: Sendable, Hashable {
        /// The socket listens and the store is open.
        case ready
        /// It is about to leave.
        case stopping
        /// A line for `systemctl status`.
        case status(String)

        var text: String {
            switch self {
            case .ready: "READY=1"
            case .stopping: "STOPPING=1"
            // A line feed would begin another message.
            case .status(let status): "STATUS=" + status.map { $0.isNewline ? " " : String($0) }.joined()
            }
        }
    }

    /// Tells systemd, if it asked for it (`Type=notify`).
    ///
    /// The corresponding C function is `sd_notify`.
    /// - Returns: false when nobody was told.
    @discardableResult
    public func tell(_ news: News...) -> Bool {
        sd_notify(0, news.map(\.text).joined(separator: "\n")) > 0
    }

    /// The sockets that systemd listened on for this process, with their names; to be called once, since their numbers are taken over.
    ///
    /// The corresponding C function is `sd_listen_fds_with_names`.
    /// - Returns: none when this process was not started by a socket unit.
    /// - Throws: when what was handed over is no open descriptor.
    public func takeListeners() throws(SystemError) -> [(name: String, listener: UnixListener)] {
        guard isListening else { return [] }
        var listeners: [(String, UnixListener)] = []
        while let (name, number) = Self.inherited(listeners.count) {
            listeners.append((name, try UnixListener(inherited: Descriptor(owning: number))))
        }
        return listeners
    }

    private static func inherited(_ index: Int) -> (name: String, number: Int32)? {
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: 256) { buffer in
            guard let start = buffer.baseAddress else { return nil }
            start.pointee = 0
            let number = csystemd_listen_fd(Int32(clamping: index), start, 256)
            return number < 0 ? nil : (String(cString: start), number)
        }
    }
}
