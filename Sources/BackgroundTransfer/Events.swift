internal import DownloadCore

extension BackgroundSession {
    /// What a session is told, one event at a time, for one reader.
    ///
    /// Asking for an event acknowledges the one before: that is the one moment at which it is certain that the reader has done with it. Until then
    /// its file stays where it is, and should the program die, it is told again to the next one that attaches. So a `break` out of the loop does
    /// not acknowledge the last event; neither does cancelling the Swift task that reads, and neither of them touches any transfer.
    ///
    /// The sequence ends when the session has been invalidated and its last task dealt with. It throws when the agent cannot be reached for
    /// the session's `requestTimeout`, and when another program has taken the session meanwhile. A slow reader is only slow.
    public struct Events: AsyncSequence, Sendable {
        /// One event.
        public typealias Element = Event

        /// Errors are `BackgroundSessionError`, and `CancellationError` where the reading task is cancelled.
        public typealias Failure = any Error

        let attachment: Attachment

        /// The iterator; only the first one of a session can be read, every other one throws `eventsAlreadyRead`.
        public func makeAsyncIterator() -> Iterator {
            Iterator(attachment: attachment)
        }

        /// Reads the events.
        public struct Iterator: AsyncIteratorProtocol {
            let attachment: Attachment
            private var isReading = false

            init(attachment: Attachment) {
                self.attachment = attachment
            }

            /// Acknowledges the event before and waits for the next one; nil when the session is over.
            public nonisolated(nonsending) mutating func next() async throws -> Event? {
                if !isReading {
                    try await attachment.feed.beginReading()
                    isReading = true
                }
                return try await attachment.feed.next().map { attachment.event($0) }
            }

            /// Acknowledges the event before and waits for the next one; nil when the session is over.
            public mutating func next(isolation actor: isolated (any Actor)?) async throws -> Event? {
                try await next()
            }
        }
    }
}

extension Attachment {
    /// What was delivered, in the words of the library.
    func event(_ delivered: EventFeed.Delivered) -> BackgroundSession.Event {
        switch delivered {
        case .resumed(let id, let offset, let total): .didResume(task(id), offset: offset, expectedTotalBytes: total)
        case .progress(let id, let progress): .didWriteData(task(id), progress)
        case .file(let id, let file, let claim): .didFinishDownloading(task(id), DownloadedFile(file, claim))
        case .backlogFinished: .didFinishEvents
        case .completed(let id, let completion): .didComplete(task(id), TransferError(completion))
        case .challenge(let id, let failure): .didReceiveChallenge(task(id), TransferError(failure))
        }
    }
}
