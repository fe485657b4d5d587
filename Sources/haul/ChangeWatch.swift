internal import Platform
internal import Synchronization

/// Tells when something in the folders of some files may have changed: the configuration, a theme, published files.
final class ChangeWatch: Sendable {
    private let loop: ReadinessLoop?
    private let folders: [String]
    private let onChange: @Sendable () -> Void
    private let state = Mutex(State())

    private struct State {
        var watch: FolderWatch?
        var isSettling = false
        var problem: String?
    }

    /// Editors write, rename and remove several files for one change.
    private static let settling = Duration.milliseconds(150)

    /// Why changes are not seen, which is no reason to stop; nil when they are.
    var problem: String? { state.withLock { $0.problem } }

    /// Begins to watch the folders of some files.
    init(of paths: [String], onChange: @escaping @Sendable () -> Void) {
        self.onChange = onChange
        folders = Set(paths.map { String($0[..<($0.lastIndex(of: "/") ?? $0.startIndex)]) }).sorted()
        do throws(SystemError) {
            loop = try ReadinessLoop(name: "haul-watch")
        } catch {
            loop = nil
            state.withLock { $0.problem = error.message }
            return
        }
        begin()
        arm()
        // What changed between the first reading and now has told nobody.
        onChange()
    }

    private func begin() {
        guard let loop else { return }
        do throws(SystemError) {
            let watch = try FolderWatch(on: loop) { [weak self] in self?.changed() }
            state.withLock { $0.watch = watch }
        } catch {
            state.withLock { $0.problem = "no inotify instance is left, fs.inotify.max_user_instances allows more: \(error.message)" }
        }
    }

    /// Watches what is there: a folder that is not is seen to come by the nearest one above it that is.
    private func arm() {
        guard let watch = state.withLock({ $0.watch }) else { return }
        // A folder that went and came again needs another watch.
        watch.removeAll()
        var problem: String?
        for folder in folders {
            var path = folder
            while !path.isEmpty {
                do throws(SystemError) {
                    try watch.add(path, includingContents: path == folder)
                    break
                } catch {
                    // Only what is not there has one above it to be seen from: a watch of that would miss what is written in place.
                    guard error.code == .noSuchFile || error.code == .notADirectory else {
                        problem = "\(path): \(error.message)"
                        break
                    }
                }
                path = String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)])
            }
        }
        state.withLock { $0.problem = problem }
    }

    private func changed() {
        let isFirst = state.withLock { state in
            defer { state.isSettling = true }
            return !state.isSettling
        }
        guard isFirst else { return }
        loop?.after(Self.settling) { [weak self] in
            guard let self else { return }
            state.withLock { $0.isSettling = false }
            arm()
            onChange()
        }
    }

    /// Ends the thread.
    func stop() {
        state.withLock { $0.watch = nil }
        loop?.stop()
    }
}
