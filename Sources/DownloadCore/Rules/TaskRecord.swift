/// All of a task that outlives the process: what its row in the store holds.
public struct TaskRecord: Sendable, Hashable {
    public let id: TaskID
    public var request: DownloadRequest
    public var state: TaskState = .queued

    /// The place in the queue among tasks of one priority.
    public var order: Int64

    /// Grows by one each time the task starts; reports of an older one are dropped.
    public var attempt = 0

    /// Which part file the plan speaks of.
    public var generation = 0
    public var plan = SegmentPlan()
    @Rare public var representation: Representation?

    /// An older part file that is kept until this one has overtaken it.
    @Rare public var previous: PreviousPart?

    /// The server has shown that it does not honour ranges for this address.
    public var isWithoutRanges = false

    /// Which of the request's addresses is in use.
    public var mirror = 0

    /// What was wrong with ranges, replies and versions so far; see `Setbacks`.
    public var setbacks = Setbacks()

    /// Failures in a row without progress.
    public var failures = 0
    public var wasted: Int64 = 0
    public var activeTime: Duration = .zero
    public var added: WallTime
    public var ended: WallTime?

    /// The publish that was begun; the recovery table decides what became of it.
    @Rare public var intent: PublishIntent?

    /// The run of a batch that added it; nil elsewhere.
    public var run: Int64?

    /// Device, inode and length of the part file when this was stored, with the boot and the mount they were read under.
    @Rare public var part: StoredPart?

    /// The session that it belongs to; nil in the store of a session in one process.
    public var session: SessionIdentifier?

    /// The part file of an earlier task that this one goes on with, until it has been taken over.
    @Rare public var inherited: PartSource?

    /// How long it has gone on since its first start, pauses left out: what `resourceTimeout` limits.
    public var age: Duration = .zero

    /// The mark of the call that added it, so that the same call repeated adds nothing.
    public var token: String?

    /// It goes on with what an earlier task left: its program is told from where.
    public var isContinuation = false

    /// A person has started it whatever time and conditions it was to wait for; until a person stops it, or its end.
    public var isHurried = false

    /// A part file of another task.
    public struct PartSource: Sendable, Hashable, Codable {
        public var task: TaskID
        public var generation: Int

        public init(task: TaskID, generation: Int) {
            self.task = task
            self.generation = generation
        }
    }

    public struct PreviousPart: Sendable, Hashable, Codable {
        public var generation: Int
        public var bytes: Int64

        public init(generation: Int, bytes: Int64) {
            self.generation = generation
            self.bytes = bytes
        }
    }

    /// What has gone wrong with this address already: each of these is forgiven once.
    public struct Setbacks: Sendable, Hashable, Codable {
        public var rangeIgnored = false
        public var rangeUnusable = false
        public var rangeRefused = false
        public var unwantedPart = false
        public var gone = false

        public init() {}
    }

    /// Under which circumstances the written offsets were recorded.
    public struct StoredPart: Sendable, Hashable, Codable {
        public var bootID: String
        public var device: UInt64
        public var inode: UInt64?

        /// When its bytes had last changed after this task had stopped; nil while it runs, and after a crash.
        public var modified: Int64?

        /// The device of the folder that it lies in; layered file systems give files another one.
        public var folder: UInt64?

        public init(bootID: String, device: UInt64, folder: UInt64? = nil, inode: UInt64? = nil, modified: Int64? = nil) {
            self.bootID = bootID
            self.device = device
            self.folder = folder
            self.inode = inode
            self.modified = modified
        }

        /// Whether offsets that were noted with one hold for the other also where they were not synced.
        public func isSameMount(as found: StoredPart) -> Bool { bootID == found.bootID && device == found.device }

        /// Why what is found now cannot be the file that was left; nil when nothing speaks against it.
        ///
        /// Another device says nothing: its number may change with every boot and every mount, and inodes with it.
        public func difference(from found: StoredPart) -> String? {
            guard isSameMount(as: found) else { return nil }
            if let inode, let other = found.inode, inode != other { return "another file is in the place of the partial one" }
            if let modified, let other = found.modified, modified != other { return "the partial file was changed by somebody else" }
            return nil
        }
    }

    public init(id: TaskID, request: DownloadRequest, order: Int64, added: WallTime) {
        self.id = id
        self.request = request
        self.order = order
        self.added = added
        if request.startsPaused { state = .paused }
    }

    /// The status of the newest reply that is known.
    public var httpStatus: Int? {
        switch state {
        case .failed(let failure): failure.httpStatus ?? representation?.status
        case .waiting(let wait): wait.failure?.httpStatus ?? representation?.status
        default: representation?.status
        }
    }

    /// It has no bytes on disk any more.
    public mutating func forgetBytes() {
        plan.reset()
        previous = nil
        representation = nil
        if case .failed(var failure) = state {
            failure.isResumable = false
            state = .failed(failure)
        }
    }

    public var url: String { request.urls.indices.contains(mirror) ? request.urls[mirror] : request.urls.first ?? "" }

    /// The address without user name and password: what may be told, logged and shown.
    public var shownURL: String { Address(url)?.withoutUserInfo ?? "" }

    /// Whether a pause keeps what was fetched; nil while that is not known.
    public var isResumable: Bool? {
        if isWithoutRanges || request.method != "GET" { return false }
        guard let representation else { return nil }
        if representation.acceptsRanges == false { return false }
        if representation.validator != nil { return true }
        return request.resumeWithoutValidator == .size && representation.total != nil
    }
}
