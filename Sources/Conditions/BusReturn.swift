internal import Platform
internal import Synchronization

/// Waits for a bus that is gone, or not there yet: the folder of its socket tells when that comes, and nothing is looked at again and again.
///
/// A new socket may not be listened to at once, and one that the system keeps stays the same: so a few tries are made by the clock, ever later.
final class BusReturn: Sendable {
    private let loop: ReadinessLoop

    /// The path of the socket; nil for a bus that has none.
    private let socket: String?
    private let look: @Sendable () -> Void
    private let state = Mutex(State())

    private struct State {
        var watch: FolderWatch?
        var seen: FileStatus?
        var tries = 0
    }

    private static let firstDelay = Duration.milliseconds(250)
    private static let longestDelay = Duration.seconds(300)

    /// So many tries are made where a folder tells of a new socket: a minute and a bit.
    private static let mostTries = 9

    /// Begins to wait; nil when the system has no thread left.
    ///
    /// - Parameters:
    ///   - address: where the bus is.
    ///   - look: called when it may be there.
    init?(of address: String, look: @escaping @Sendable () -> Void) {
        guard let loop = try? ReadinessLoop(name: "haul-bus") else { return nil }
        self.loop = loop
        self.look = look
        socket = Self.socket(in: address)
        arm()
        // What came before the watch has told nobody.
        changed()
    }

    /// The path in an address such as `unix:path=/run/dbus/system_bus_socket,guid=0`; nil when it names none.
    static func socket(in address: String) -> String? {
        guard let first = address.split(separator: ";").first, first.hasPrefix("unix:") else { return nil }
        let pair = first.dropFirst(5).split(separator: ",").first { $0.hasPrefix("path=") }
        guard let path = pair?.dropFirst(5), path.hasPrefix("/"), !path.contains("%") else { return nil }
        return String(path)
    }

    /// Has somebody look once more after a while.
    func tryLater() {
        let delay: Duration? = state.withLock { state in
            guard state.watch == nil || state.tries < Self.mostTries else { return nil }
            defer { state.tries += 1 }
            return min(Self.firstDelay * (1 << min(state.tries, 20)), Self.longestDelay)
        }
        if let delay { loop.after(delay, look) }
    }

    func stop() {
        state.withLock { $0.watch = nil }
        loop.stop()
    }

    /// Watches the folder of the socket, or the nearest one above it that is there.
    private func arm() {
        guard let socket else { return }
        var path = socket
        while let slash = path.lastIndex(of: "/") {
            path = String(path[..<slash])
            let watch = try? FolderWatch(path.isEmpty ? "/" : path, on: loop) { [weak self] in
                self?.arm()
                self?.changed()
            }
            if let watch { return state.withLock { $0.watch = watch } }
        }
    }

    /// Something is another than before: whether it is the socket is seen.
    private func changed() {
        guard let socket, let present = try? FileStatus.of(path: socket) else { return }
        let isNew = state.withLock { state in
            guard state.seen != present else { return false }
            (state.seen, state.tries) = (present, 0)
            return true
        }
        if isNew { look() }
    }
}
