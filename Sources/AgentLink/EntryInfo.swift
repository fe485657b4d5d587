public import DownloadCore

/// An entry of a journal, flat: `JournalEntry` for the link.
///
/// Members that an entry has not are left out; times are seconds, sizes bytes.
public struct EntryInfo: Codable, Sendable, Hashable {
    public var number: Int64

    /// Unix time.
    public var time: Double
    public var task: TaskID

    /// `file`, `completed` or `needs-credential`.
    public var kind: String

    /// With `file`.
    public var file: FileInfo?
    public var name: String?
    public var staged: Bool?

    /// With `completed` of a task that did not end well, and with `needs-credential`.
    public var error: FailureInfo?

    /// With `completed` of a cancelled task: `client` or `invalidated`.
    public var cancellation: String?
    public var ticket: ResumeTicket?
    public var bytes: Int64?
    public var total: Int64?
    public var attempts: Int?
    public var seconds: Double?

    public init(_ entry: JournalEntry) {
        number = entry.number
        time = entry.time.inSeconds
        task = entry.task
        switch entry.kind {
        case .file(let delivered):
            kind = "file"
            file = FileInfo(delivered.file)
            name = delivered.suggestedName
            staged = delivered.isStaged
        case .completed(let completion):
            kind = "completed"
            error = completion.failure.map(FailureInfo.init)
            cancellation = completion.cancellation?.rawValue
            ticket = completion.ticket
            bytes = completion.bytes
            total = completion.total
            attempts = completion.attempts
            seconds = completion.activeTime.inSeconds
        case .needsCredential(let failure):
            kind = "needs-credential"
            error = FailureInfo(failure)
        }
    }

    /// The same as a value of the domain; nil for a kind that this version does not know.
    public var entry: JournalEntry? {
        let kind: JournalEntry.Kind
        switch self.kind {
        case "file":
            guard let file else { return nil }
            kind = .file(DeliveredFile(file: file.file, suggestedName: name ?? "", isStaged: staged ?? false))
        case "completed":
            kind = .completed(
                Completion(
                    failure: error?.failure,
                    cancellation: cancellation.flatMap(Completion.Cancellation.init),
                    ticket: ticket,
                    bytes: bytes ?? 0,
                    total: total,
                    attempts: attempts ?? 0,
                    activeTime: .clamping(seconds: seconds ?? 0)
                )
            )
        case "needs-credential":
            kind = .needsCredential(error?.failure ?? Failure(.authorization, ""))
        default:
            return nil
        }
        return JournalEntry(number: number, time: WallTime(inSeconds: time), task: task, kind: kind)
    }
}

extension EntryNotice {
    private enum CodingKeys: String, CodingKey {
        case session, epoch, entry
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let info = try container.decode(EntryInfo.self, forKey: .entry)
        guard let entry = info.entry else {
            throw DecodingError.dataCorruptedError(forKey: .entry, in: container, debugDescription: "no entry of the kind \(info.kind)")
        }
        self.init(
            session: try container.decode(SessionIdentifier.self, forKey: .session),
            epoch: try container.decode(Int64.self, forKey: .epoch),
            entry: entry
        )
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(session, forKey: .session)
        try container.encode(epoch, forKey: .epoch)
        try container.encode(EntryInfo(entry), forKey: .entry)
    }
}
