internal import DownloadCore

/// Keeps a session attached for as long as the session itself or a reader of its events is there.
final class Attachment: Sendable {
    let feed: EventFeed
    private let registry: SessionRegistry

    init(_ feed: EventFeed, _ registry: SessionRegistry) {
        self.feed = feed
        self.registry = registry
    }

    deinit {
        let feed = feed
        registry.release(feed.identifier, after: Task { await feed.close() })
    }

    /// A task of this session.
    func task(_ id: TaskID) -> DownloadTask {
        DownloadTask(id: DownloadTask.ID(id), session: feed.identifier, caller: feed.caller)
    }
}
