internal import Platform
internal import Synchronization

/// Tells when something in the folders of some files may have changed: the configuration, a theme, published files.
final class ChangeWatch: Sendable {
    private let loop: ReadinessLoop
    private let folders: [String]
    private let onChange: @Sendable () -> Void
    private let state = Mutex(State())

    private struct State {
        var watches: [String: FolderWatch] = [:]
        var isSettling = false
    }

    /// Editors write, rename and remove several files for one change.
    private static let settling = Duration.milliseconds(150)

    /// Begins to watch the folders of some files; nil when the system has no thread or watches left, which is no reason to stop.
    init?(of paths: [String], onChange: @escaping @Sendable () -> Void) {
        guard let loop = try? ReadinessLoop(name: "haul-watch") else { return nil }
        self.loop = loop
        self.onChange = onChange
        folders = Array(Set(paths.map { String($0[..<($0.lastIndex(of: "/") ?? $0.startIndex)]) }))
        arm()
        // What changed between the first reading and now has told nobody.
        onChange()
    }

    /// Watches what is there: a folder that is not is seen to come by the nearest one above it that is.
    private func arm() {
        for folder in folders {
            var path = folder
            while !path.isEmpty {
                let watch = try? FolderWatch(path, on: loop, includingContents: path == folder) { [weak self] in self?.changed() }
                if let watch {
                    state.withLock { $0.watches[path] = watch }
                    break
                }
                path = String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)])
            }
        }
    }

    private func changed() {
        let isFirst = state.withLock { state in
            defer { state.isSettling = true }
            return !state.isSettling
        }
        guard isFirst else { return }
        loop.after(Self.settling) { [weak self] in
            guard let self else { return }
            // A folder that went and came again needs another watch.
            state.withLock { $0 = State() }
            arm()
            onChange()
        }
    }

    /// Ends the thread.
    func stop() {
        state.withLock { $0 = State() }
        loop.stop()
    }
}
