public import Screen

/// The title of the window, which changes at most once a second.
struct WindowTitle {
    var wanted = ""
    var shown = ""
    private var lastChange: ContinuousClock.Instant?

    static let pause = Duration.seconds(1)

    /// The title to set now, if there is one; it counts as shown then.
    mutating func next(at now: ContinuousClock.Instant) -> String? {
        guard !wanted.isEmpty, wanted != shown else { return nil }
        if let lastChange, now - lastChange < WindowTitle.pause { return nil }
        lastChange = now
        shown = wanted
        return wanted
    }
}

extension Terminal {
    /// A title waits until a second has passed since the last one: `showTitle()` is due then.
    public var hasPendingTitle: Bool {
        codes.abilities.isXtermLike && !title.wanted.isEmpty && title.wanted != title.shown
    }

    /// Sets the title that the last frame had, if it is another one and not too early.
    public func showTitle() {
        guard isActive, codes.abilities.isXtermLike, let text = title.next(at: .now) else { return }
        write(codes.title(text))
    }

    /// Shows how far everything is in the task bar, where the terminal has that.
    public func show(_ progress: TaskbarProgress) {
        guard isActive, progress != self.progress else { return }
        self.progress = progress
        write(codes.progress(progress))
    }

    /// Draws attention: rings the bell, and shows a message where the terminal understands one.
    public func notify(_ text: String, isBellOnly: Bool) {
        guard isActive else { return }
        write(codes.notification(text, isBellOnly: isBellOnly))
    }

    /// Bytes of the longest text that terminals take for their clipboard.
    public static let longestCopy = ControlCodes.longestCopy

    /// Puts text on the person's clipboard; false when the terminal would not take it.
    public func copy(_ text: String) -> Bool {
        guard isActive, let bytes = codes.copy(text) else { return false }
        write(bytes)
        return true
    }
}
