internal import DownloadCore

extension StoreChange {
    var isWorthWriting: Bool {
        var change = self
        change.events = []
        return !change.isEmpty
    }

    /// Takes over what an earlier turn could not write, in front of its own.
    mutating func take(_ earlier: StoreChange) {
        journal = earlier.journal + journal
        let present = Set(sessions.map(\.identifier)).union(endedSessions)
        sessions = earlier.sessions.filter { !present.contains($0.identifier) } + sessions
        endedSessions = earlier.endedSessions + endedSessions
        staged = earlier.staged.filter { !unstaged.contains($0.task) } + staged
        unstaged = earlier.unstaged + unstaged
        forgetsLimit = earlier.forgetsLimit || forgetsLimit
        removed = earlier.removed + removed
        hooks = earlier.hooks + hooks
        endedHooks = earlier.endedHooks + endedHooks
    }
}
