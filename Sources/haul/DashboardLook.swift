internal import Configuration
internal import Dashboard
internal import Headless
internal import Platform
internal import Screen
internal import Synchronization
internal import Terminal

/// What the dashboard takes from files: how it looks, and which keys it has.
struct DashboardLook: Sendable, Hashable {
    var settings: Settings
    var keymap: Keymap
    var theme = Theme.standard

    /// The theme is the one that suits the terminal's background.
    var followsBackdrop = false

    func theme(on backdrop: Backdrop?) -> Theme {
        followsBackdrop && backdrop == .light ? .light : theme
    }

    /// The shortest time between two looks at the tasks.
    var pause: Duration { .milliseconds(1_000 / max(1, settings.dashboard.refreshRate)) }

    var usesFunctionKeys: Bool { settings.dashboard.footer == .functionKeys }

    /// Whether colours may be used.
    func colors(_ options: BatchOptions) -> ColorWish {
        options.hasNoColor ? .never : ColorWish(rawValue: settings.dashboard.color.rawValue) ?? .auto
    }

    /// The signs that the person wants, as far as the terminal has them.
    @MainActor
    func glyphs(_ options: BatchOptions, _ terminal: Terminal) -> GlyphSet {
        options.isASCII || settings.dashboard.isASCII ? .ascii : terminal.preferredGlyphs
    }
}

/// Tells when the configuration or a theme may have changed.
final class LookWatch: Sendable {
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
        guard let loop = try? ReadinessLoop(name: "haul-look") else { return nil }
        self.loop = loop
        self.onChange = onChange
        folders = Array(Set(paths.map { String($0[..<($0.lastIndex(of: "/") ?? $0.startIndex)]) }))
        arm()
    }

    /// Watches what is there: a folder that is not is seen to come by the one that it will be in.
    private func arm() {
        for folder in folders {
            let parent = String(folder[..<(folder.lastIndex(of: "/") ?? folder.startIndex)])
            for path in [folder, parent] {
                let watch = try? FolderWatch(path, on: loop, includingContents: path == folder) { [weak self] in self?.changed() }
                guard let watch else { continue }
                state.withLock { $0.watches[path] = watch }
                break
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
