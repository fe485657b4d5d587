internal import Configuration
internal import Dashboard
internal import Headless
internal import Platform
internal import Screen
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
