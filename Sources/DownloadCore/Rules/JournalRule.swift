/// What a program has to be told of its tasks, and cannot be told twice differently.
public enum JournalRule {
    /// The entries that an event is for the journal of a program's session.
    ///
    /// - Parameters:
    ///   - kind: what happened.
    ///   - record: the task after it.
    ///   - store: the UUID of the store, for resume data.
    ///   - cancellation: who cancels, if it was cancelled.
    /// - Returns: the entries in their order; none for what need not wait for the program.
    public static func entries(
        for kind: Event.Kind,
        of record: TaskRecord,
        store: String,
        cancellation: Completion.Cancellation = .client
    ) -> [JournalEntry.Kind] {
        switch kind {
        case .finished(let finished):
            let delivered = DeliveredFile(file: finished.file, suggestedName: finished.name, isStaged: record.request.isStaged)
            return [.file(delivered), .completed(completion(of: record, failure: nil, store: store))]
        case .failed(let failed):
            return [.completed(completion(of: record, failure: failed.failure, store: store))]
        case .cancelled:
            var completion = completion(of: record, failure: Failure(.cancelled, "it was cancelled"), store: store)
            completion.cancellation = cancellation
            return [.completed(completion)]
        case .waiting(let wait) where wait.reason == .authentication:
            return [.needsCredential(wait.failure ?? Failure(.authorization, "a name and a password are wanted"))]
        case .queued, .started, .progress, .waiting, .restarted, .paused, .resumed, .verifying, .warning, .removed:
            return []
        }
    }

    private static func completion(of record: TaskRecord, failure: Failure?, store: String) -> Completion {
        Completion(
            failure: failure,
            ticket: failure == nil || failure?.code == .checksum ? nil : record.ticket(store: store),
            bytes: record.plan.written,
            total: record.plan.total,
            attempts: record.attempt,
            activeTime: record.activeTime
        )
    }
}

extension TaskRecord {
    /// What a later task can go on with; nil without bytes, or when the server gave nothing to recognise the file by (row 82).
    public func ticket(store: String) -> ResumeTicket? {
        guard plan.written > 0, isResumable == true else { return nil }
        return ResumeTicket(
            store: store,
            task: id,
            url: shownURL,
            etag: representation?.etag,
            lastModified: representation?.lastModified,
            total: plan.total,
            offset: plan.written
        )
    }

    /// Whether a ticket still tells of what this task has on disk.
    public func fits(_ ticket: ResumeTicket) -> Bool {
        state.isEnded && plan.written > 0 && ticket.url == shownURL && ticket.etag == representation?.etag
            && ticket.lastModified == representation?.lastModified && ticket.total == plan.total
    }
}
