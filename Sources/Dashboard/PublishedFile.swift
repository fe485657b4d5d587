public import DownloadCore

/// A file of the managed documents directory, as the tab Done shows it.
public struct PublishedFile: Sendable, Hashable, Identifiable {
    /// Tells a file from another one that was published under the same name later.
    public struct ID: Sendable, Hashable {
        /// The name it was published under.
        public var name: String

        /// 0 for any.
        public var inode: UInt64

        public init(name: String, inode: UInt64) {
            self.name = name
            self.inode = inode
        }
    }

    /// What a look at the name shows, without reading the file.
    public enum State: Sendable, Hashable {
        case there
        /// Written to after it was published; its length is the same.
        case touched
        /// Its length is another one.
        case changed
        case missing
    }

    public var id: ID
    public var path: String
    public var originalName: String

    /// Where it came from; nil when that is not known.
    public var url: String?
    public var bytes: Int64

    /// The digest that was verified when it was published; nil when none was asked for.
    public var digest: Checksum?
    public var time: WallTime
    public var state: State

    public init(
        id: ID,
        path: String,
        originalName: String,
        url: String?,
        bytes: Int64,
        digest: Checksum?,
        time: WallTime,
        state: State = .there
    ) {
        self.id = id
        self.path = path
        self.originalName = originalName
        self.url = url
        self.bytes = bytes
        self.digest = digest
        self.time = time
        self.state = state
    }

    /// The file of a finished task; nil for one that is not finished or whose file is not there.
    init?(_ task: TaskSnapshot) {
        guard case .finished(let file) = task.state, !file.path.isEmpty, !file.isMissing else { return nil }
        self.init(
            id: ID(name: file.path.split(separator: "/").last.map(String.init) ?? file.path, inode: 0),
            path: file.path,
            originalName: task.name,
            url: task.finalURL ?? task.url,
            bytes: file.bytes,
            digest: file.digest,
            time: task.ended ?? WallTime(seconds: 0)
        )
    }
}

/// What reading a published file has shown.
public enum FileCheck: Sendable, Hashable {
    case running
    /// Length and digest are right.
    case intact
    /// The length is right, and no digest is known.
    case sameLength
    case changed
    case missing
    case unreadable(String)

    /// At most ten cells.
    var word: String {
        switch self {
        case .running: "checking"
        case .intact: "intact"
        case .sameLength: "same size"
        case .changed: "changed"
        case .missing: "missing"
        case .unreadable: "unreadable"
        }
    }

    /// The end of a sentence about the file.
    var sentence: String {
        switch self {
        case .running: "is being read"
        case .intact: "intact: its digest is right"
        case .sameLength: "its length is right; no digest is known"
        case .changed: "CHANGED since it was published"
        case .missing: "missing"
        case .unreadable(let why): "unreadable: " + why
        }
    }

    var isBad: Bool {
        switch self {
        case .running, .intact, .sameLength: false
        case .changed, .missing, .unreadable: true
        }
    }
}
