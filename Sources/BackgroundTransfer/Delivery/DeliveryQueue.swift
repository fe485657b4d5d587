internal import DownloadCore

/// What a session has still to be told, in the order of telling: a value without clock and connection.
///
/// Entries of the journal come in their order. Of progress only the latest of each task is kept, so a reader that is slow costs no memory.
struct DeliveryQueue {
    /// The next thing to do for whoever reads.
    enum Step: Hashable {
        case resumed(TaskID, offset: Int64, total: Int64?)
        case progress(TaskID, DownloadProgress)
        case entry(JournalEntry)
        /// An entry that has nothing to tell, as the file of a program that was killed just after it had taken it (row 37).
        case skip(JournalEntry)
        case backlogFinished
        /// There is nothing now; progress of a task that was told of a moment ago is due then.
        case idle(until: ContinuousClock.Instant?)
    }

    /// The shortest time between two progress events of one task (row 28).
    static let pace = Duration.milliseconds(100)

    private struct Report {
        /// The bytes that were told of, or that the transfer went on from.
        var told: Int64 = 0
        var toldAt: ContinuousClock.Instant?
        var resumed: (offset: Int64, total: Int64?)?
        var latest: (done: Int64, total: Int64?)?
        /// Its end is among the entries: what comes after it is late.
        var hasEnded = false
    }

    private var entries: [JournalEntry] = []
    private var reports: [TaskID: Report] = [:]

    /// Tasks with something to tell, the longest waiting first.
    private var waiting: [TaskID] = []
    private(set) var lastReceived: Int64 = 0
    private var acknowledged: Int64 = 0

    /// The end of the backlog; nil before the attachment and after `backlogFinished`.
    private var backlogThrough: Int64?

    /// The first attachment of a session.
    mutating func attach(backlogThrough: Int64, acknowledged: Int64) {
        self.acknowledged = acknowledged
        lastReceived = acknowledged
        self.backlogThrough = backlogThrough
    }

    /// The same attachment goes on over another connection: what waited then is still what `backlogFinished` is about.
    ///
    /// - Parameters:
    ///   - acknowledged: The last entry that the agent knows to be dealt with.
    ///   - isNew: The agent lost the session; its numbers begin again.
    mutating func reattach(acknowledged: Int64, isNew: Bool) {
        if isNew {
            entries = []
            lastReceived = acknowledged
            if backlogThrough != nil { backlogThrough = acknowledged }
            self.acknowledged = acknowledged
        } else {
            self.acknowledged = max(self.acknowledged, acknowledged)
            lastReceived = max(lastReceived, acknowledged)
        }
    }

    mutating func receive(_ entry: JournalEntry) {
        // After a lost connection the agent may send again what is here already.
        guard entry.number > lastReceived else { return }
        lastReceived = entry.number
        entries.append(entry)
        switch entry.kind {
        case .file, .completed: reports[entry.task, default: Report()].hasEnded = true
        case .needsCredential: break
        }
    }

    mutating func receiveProgress(_ task: TaskID, done: Int64, total: Int64?, resumedAt: Int64?) {
        var report = reports[task] ?? Report()
        guard !report.hasEnded else { return }
        if let resumedAt {
            report.resumed = (max(resumedAt, 0), total)
            report.latest = nil
        }
        let start = report.resumed?.offset ?? report.told
        if done > start { report.latest = (done, total) }
        reports[task] = report
        if report.resumed != nil || report.latest != nil, !waiting.contains(task) { waiting.append(task) }
    }

    /// Everything up to an entry has been dealt with, durably.
    mutating func acknowledge(_ entry: JournalEntry) {
        acknowledged = max(acknowledged, entry.number)
        if case .completed = entry.kind {
            reports[entry.task] = nil
            waiting.removeAll { $0 == entry.task }
        }
    }

    /// Takes the next thing to tell out of the queue.
    mutating func next(now: ContinuousClock.Instant) -> Step {
        if let end = backlogThrough, acknowledged >= end {
            backlogThrough = nil
            return .backlogFinished
        }
        if let entry = entries.first {
            if case .file(let file) = entry.kind {
                if file.isStaged && file.file.isMissing { return .skip(entries.removeFirst()) }
                complete(entry.task, bytes: file.file.bytes)
            }
            if let step = takeReport(of: entry.task, now: now) { return step }
            return .entry(entries.removeFirst())
        }
        var due: ContinuousClock.Instant?
        for task in waiting {
            guard let report = reports[task] else { continue }
            let moment = report.resumed == nil ? report.toldAt?.advanced(by: Self.pace) ?? now : now
            if moment <= now, let step = takeReport(of: task, now: now) { return step }
            due = min(due ?? moment, moment)
        }
        return .idle(until: due)
    }

    /// Sees to it that the progress before a file ends at the file's length, whatever notices got lost (row 28).
    private mutating func complete(_ task: TaskID, bytes: Int64) {
        var report = reports[task] ?? Report()
        if report.resumed.map({ $0.offset > bytes }) ?? (report.told > bytes) { report.resumed = (0, bytes) }
        if bytes > report.resumed?.offset ?? report.told { report.latest = (bytes, bytes) }
        reports[task] = report
    }

    private mutating func takeReport(of task: TaskID, now: ContinuousClock.Instant) -> Step? {
        guard var report = reports[task] else { return nil }
        defer {
            reports[task] = report
            waiting.removeAll { $0 == task }
            if report.latest != nil { waiting.append(task) }
        }
        if let (offset, total) = report.resumed {
            report.resumed = nil
            report.told = offset
            return .resumed(task, offset: offset, total: total)
        }
        guard let (done, total) = report.latest else { return nil }
        report.latest = nil
        let step = DownloadProgress(bytesWritten: done.saturatingSubtract(report.told), totalBytesWritten: done, totalBytesExpected: total)
        report.told = done
        report.toldAt = now
        return .progress(task, step)
    }
}
