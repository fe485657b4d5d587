/// Both clocks, as the rest of the program reads them.
public protocol Clocks: Sendable {
    func now() -> Now
}

/// A file in which the bytes of a running task land at their own offsets.
///
/// Writes of different ranges may come from different threads; nothing here keeps a position.
public protocol PartFile: AnyObject, Sendable {
    /// Writes all of the bytes at an offset, or fails with `disk-full` or `write-file`.
    func write(_ bytes: UnsafeRawBufferPointer, at offset: Int64) throws(Failure)
}

/// What the naming rules are given to make a file's name from.
public struct NameHints: Sendable, Hashable, Codable {
    /// The value of a `Content-Disposition` header, as it came.
    public var contentDisposition: String?

    /// The address the bytes came from; its path gives a name.
    public var url: String

    /// The value of a `Content-Type` header, as it came.
    public var mediaType: String?

    public init(contentDisposition: String? = nil, url: String, mediaType: String? = nil) {
        self.contentDisposition = contentDisposition
        self.url = url
        self.mediaType = mediaType
    }
}

/// A finished part file that is to become a document.
public struct PublishOrder: Sendable, Hashable {
    public var task: TaskID

    /// Which of the task's part files it is.
    public var generation: Int
    public var size: Int64
    public var hints: NameHints

    /// The name template; nil for the one of the documents directory.
    public var template: String?

    /// A name that a person chose; it wins over the template.
    public var chosenName: String?

    /// An absolute path, when it goes elsewhere than the documents directory.
    public var directory: String?

    /// The folder below the documents directory that a rule names (`SubFolder`); nothing to do with `directory`.
    public var folder: String?

    /// The moment that gives the timestamp name.
    public var time: WallTime

    /// The checksum that was verified.
    public var digest: Checksum?

    /// It waits for its program: nobody else may read it, and the catalogue does not list it.
    public var isStaged = false

    public init(
        task: TaskID,
        generation: Int,
        size: Int64,
        hints: NameHints,
        template: String? = nil,
        chosenName: String? = nil,
        directory: String? = nil,
        time: WallTime,
        digest: Checksum? = nil
    ) {
        self.task = task
        self.generation = generation
        self.size = size
        self.hints = hints
        self.template = template
        self.chosenName = chosenName
        self.directory = directory
        self.time = time
        self.digest = digest
    }
}

/// What is about to be done to publish one file, written to the store before it is done (`design.md` section 5).
public struct PublishIntent: Sendable, Hashable, Codable {
    /// The absolute path of the folder the file goes to.
    public var directory: String
    public var name: String

    /// The absolute path of the part file that is renamed: the task's own, or its copy on the target's file system.
    public var part: String

    /// Device and inode of that part file, to recognise it under its new name.
    public var device: UInt64
    public var inode: UInt64
    public var size: Int64

    /// How often a taken name was passed over: the number that the next name is made with.
    public var collisions: Int

    /// The folder is this one below the documents directory, which is reached step by step and never through a link.
    public var folder: String?

    public init(directory: String, name: String, part: String, device: UInt64, inode: UInt64, size: Int64, collisions: Int) {
        self.directory = directory
        self.name = name
        self.part = part
        self.device = device
        self.inode = inode
        self.size = size
        self.collisions = collisions
    }

    public var path: String {
        directory == "/" ? "/" + name : directory + "/" + name
    }
}

/// How an attempt to carry out an intent ended.
public enum PublishOutcome: Sendable, Hashable {
    /// The file has its name and the folder is synced.
    case published
    /// Another file has that name: the next intent must be written first.
    case nameTaken
}

/// What a crash left of a publish: a row of the recovery table of `design.md` section 5.
public enum PublishRecovery: Sendable, Hashable {
    /// The part is there, the target is not, or it is another file's: carry the intent out again (`nameTaken` leads to the next name).
    case publishAgain
    /// The target is this file: commit *finished*; a second link or copy of the part has been removed.
    case finished
    /// Both are gone: a person moved or deleted the file after it was published.
    case finishedButMissing
}

/// The documents directory as the agent sees it.
public protocol Publisher: Sendable {
    /// Opens the part file of a task, or makes it when `mustExist` is false.
    ///
    /// - Returns: the file, and its present length in bytes.
    /// - Throws: `open-file`, `create-file`, `create-folder` or `disk-full`.
    func openPart(_ task: TaskID, generation: Int, mustExist: Bool) async throws(Failure) -> (file: any PartFile, length: Int64)

    /// Opens part files as `openPart` does, with all that a new attempt wants to know of each; one result for each order, in order.
    func openParts(_ orders: [PartOrder]) async -> [Result<OpenedPart, Failure>]

    /// Reserves room for a file of this size. Only a disk that is known to be too full is a failure.
    func allocate(_ task: TaskID, generation: Int, size: Int64) async throws(Failure)

    /// Throws a failure with `isDirectoryMissing` when what is written now would be found by nobody.
    func checkDirectory() async throws(Failure)

    /// Forces what was written to the part file onto the disk (`fdatasync`).
    func syncPart(_ task: TaskID, generation: Int) async throws(Failure)

    /// Cuts or confirms the part file's length at the end of a download of this size.
    func trimPart(_ task: TaskID, generation: Int, size: Int64) async throws(Failure)

    /// Reads the part file and compares its digest; throws `checksum` with both digests when they differ.
    func verify(_ task: TaskID, generation: Int, checksum: Checksum) async throws(Failure)

    /// Trims each part file, sets its attributes and mode, brings it onto the target's file system if it is elsewhere, and chooses a name.
    ///
    /// - Parameter orders: each with the intent whose name was taken, and which has done all but the last of this; nil at first.
    /// - Returns: one result for each order, in order.
    func intend(_ orders: [(order: PublishOrder, after: PublishIntent?)]) async -> [Result<PublishIntent, Failure>]

    /// Syncs the parts, gives them their names without ever replacing a file, syncs the folders; one result for each intent, in order.
    func carryOut(_ intents: [PublishIntent]) async -> [Result<PublishOutcome, Failure>]

    /// Compares the disk with an intent that a crash left behind.
    func recover(_ intent: PublishIntent) async throws(Failure) -> PublishRecovery

    /// Lists published files in the catalogue. A convenience: problems are not failures.
    func catalogue(_ files: [(order: PublishOrder, intent: PublishIntent)]) async

    /// Removes a part file of a task; nil for all of them.
    func discardPart(_ task: TaskID, generation: Int?) async

    /// The length and identity of a part file on disk; nil when there is none.
    func partStatus(_ task: TaskID, generation: Int) async -> PartStatus?

    /// The device of the folder that part files lie in now; nil when that cannot be told.
    func partDevice() async -> UInt64?

    /// What the disk has left for a part file; nil where the file system gives no sensible answer.
    func room(_ task: TaskID, generation: Int) async -> PartRoom?

    /// Removes this store's part files of all tasks but these, which a crash between two steps, or a forgotten task, left behind.
    func sweep(keeping tasks: Set<TaskID>) async

    /// Gives a part file of one task to another one; nothing happens when it has been done already, or when there is none.
    func takePart(of source: TaskRecord.PartSource, for task: TaskID, generation: Int) async

    /// The folder in which the finished files of programs wait, when a session names none.
    var stagingDirectory: String { get }

    /// Whether a staged file is still there.
    func hasStaged(_ file: StagedFile) async -> Bool

    /// Removes a staged file that nobody took.
    func discardStaged(_ file: StagedFile) async
}

/// What starts programs and knows whether they live.
public protocol Launcher: Sendable {
    func isAlive(_ holder: SessionRecord.Holder) -> Bool

    /// Starts a program without a shell, in a session of its own.
    ///
    /// - Parameters:
    ///   - order: what to run.
    ///   - environment: added to its environment.
    ///   - ended: called once, when the process has ended, with its exit status.
    /// - Returns: its pid.
    /// - Throws: `open-file` when it cannot be started.
    func launch(
        _ order: SessionConfiguration.LaunchOrder,
        environment: [String: String],
        ended: @escaping @Sendable (Int32) -> Void
    ) async throws(Failure) -> Int32
}

/// A part file that is to be opened for a new attempt.
public struct PartOrder: Sendable, Hashable {
    public var task: TaskID
    public var generation: Int
    public var mustExist: Bool

    public init(task: TaskID, generation: Int, mustExist: Bool) {
        self.task = task
        self.generation = generation
        self.mustExist = mustExist
    }
}

/// A part file that has been opened.
public struct OpenedPart: Sendable {
    public var file: any PartFile

    /// Its present length in bytes.
    public var length: Int64
    public var status: PartStatus?

    /// The device of the folder that it lies in; nil when that cannot be told.
    public var folder: UInt64?
    public var room: PartRoom?

    public init(file: any PartFile, length: Int64, status: PartStatus?, folder: UInt64?, room: PartRoom?) {
        self.file = file
        self.length = length
        self.status = status
        self.folder = folder
        self.room = room
    }
}

/// A part file as it was found on disk.
public struct PartStatus: Sendable, Hashable, Codable {
    public var device: UInt64
    public var inode: UInt64
    public var length: Int64

    /// When its bytes last changed, in nanoseconds since 1970.
    public var modified: Int64

    public init(device: UInt64, inode: UInt64, length: Int64, modified: Int64) {
        self.device = device
        self.inode = inode
        self.length = length
        self.modified = modified
    }
}

/// What a disk has left, in bytes.
public struct PartRoom: Sendable, Hashable {
    /// What may still be written.
    public var free: Int64

    /// The longest file that the part file can become: what is free, and what it has already.
    public var longest: Int64

    public init(free: Int64, longest: Int64) {
        self.free = free
        self.longest = longest
    }
}
