/// One connection that the transport is to make.
public struct ConnectionOrder: Sendable, Hashable {
    public var task: TaskID
    public var attempt: Int
    public var connection: ConnectionID

    /// The address to ask, and the one that credentials and headers belong to.
    public var url: String
    public var originalURL: String
    public var asked: Asked

    /// What is on record of the file; nil on a first try.
    public var known: Representation?

    /// Bytes of the file that are on disk.
    public var onDisk: Int64
    public var generation: Int

    /// How long a file the disk has room for; nil when that is not known, or when it has been looked at before.
    public var room: Int64?

    /// It joins others that are running already.
    public var isAdditional: Bool

    /// No connection that was kept open may be used for it.
    public var isFresh = false

    public init(
        task: TaskID,
        attempt: Int,
        connection: ConnectionID,
        url: String,
        originalURL: String,
        asked: Asked,
        known: Representation?,
        onDisk: Int64,
        generation: Int,
        isAdditional: Bool
    ) {
        self.task = task
        self.attempt = attempt
        self.connection = connection
        self.url = url
        self.originalURL = originalURL
        self.asked = asked
        self.known = known
        self.onDisk = onDisk
        self.generation = generation
        self.isAdditional = isAdditional
    }
}

/// What the transport tells of a connection.
public struct TransportReport: Sendable, Hashable {
    public var task: TaskID
    public var attempt: Int
    public var connection: ConnectionID
    public var kind: Kind

    public init(task: TaskID, attempt: Int, connection: ConnectionID, kind: Kind) {
        self.task = task
        self.attempt = attempt
        self.connection = connection
        self.kind = kind
    }

    public enum Kind: Sendable, Hashable {
        /// A reply came and was understood; after `.write` bytes follow, after anything else only `.ended`.
        case replied(ReplyDecision)
        /// Bytes are in the part file up to this offset.
        case progress(position: Int64)
        /// The connection is over.
        case ended(position: Int64, Ending)
    }

    public enum Ending: Sendable, Hashable {
        /// It fetched all it was to fetch, or its body ended properly.
        case done
        /// It was told to stop, or its reply was not wanted.
        case stopped
        case failed(Failure)
    }
}

extension TransportReport.Kind {
    /// What is told, with failures as the conditions of that moment explain them.
    public func considering(_ conditions: Conditions) -> Self {
        switch self {
        case .replied(.failure(let failure)): .replied(.failure(failure.considering(conditions)))
        case .ended(let position, .failed(let failure)): .ended(position: position, .failed(failure.considering(conditions)))
        case .replied, .progress, .ended: self
        }
    }
}

/// A connection that is to be made.
public struct NewConnection: Sendable {
    public var order: ConnectionOrder
    public var request: DownloadRequest
    public var file: any PartFile

    public init(_ order: ConnectionOrder, request: DownloadRequest, file: any PartFile) {
        self.order = order
        self.request = request
        self.file = file
    }
}

/// What fetches bytes.
///
/// Calls of one caller take effect in their order.
public protocol Transport: Sendable {
    /// Makes connections and writes what comes into the part files.
    func open(_ connections: [NewConnection]) async

    /// Moves the offset at which a running connection stops nearer.
    func shorten(_ task: TaskID, _ connection: ConnectionID, to end: Int64) async

    /// Ends a connection; what it has received is written and reported first.
    func close(_ task: TaskID, _ connection: ConnectionID) async

    /// Ends all connections of a task.
    func closeAll(_ task: TaskID) async

    /// Sets the limit of all tasks together and those of single tasks, in bytes a second; nil for none.
    func limit(total: Int64?, tasks: [TaskID: Int64]) async

    /// Ends everything within a moment: what was received is written first.
    func shutDown() async
}
