public import DownloadCore

/// All that `haul doctor` looked at: values only, so that what it makes of them can be tested fault by fault.
public struct DoctorFacts: Sendable, Hashable {
    /// What became of asking the agent.
    public enum AgentState: Sendable, Hashable {
        case running(AgentReport)
        /// None runs, which is no fault.
        case absent
        /// Something is there and does not do what an agent should; a sentence says what.
        case broken(String)
    }

    /// A program that a session launches.
    public struct LaunchProgram: Sendable, Hashable {
        public enum State: String, Sendable, Hashable, CaseIterable {
            case runnable, missing
            case notExecutable = "not-executable"
            /// Its folder to start in is missing.
            case folderMissing = "folder-missing"
        }

        public var session: SessionIdentifier
        public var command: [String]

        /// Where it was found, or looked for.
        public var path: String
        public var state: State

        public init(session: SessionIdentifier, command: [String], path: String, state: State) {
            self.session = session
            self.command = command
            self.path = path
            self.state = state
        }
    }

    /// The documents directory, or another folder that files are written to.
    public struct Documents: Sendable, Hashable {
        public enum State: Sendable, Hashable {
            case writable
            /// It is made at the first download; nothing above it speaks against that.
            case notYetThere
            case notWritable(String)
            case notReadable(String)
            case notADirectory
        }

        public var path: String
        public var state: State

        /// Such as `ext4`.
        public var fileSystem: String?
        public var free: Int64?

        public init(path: String, state: State, fileSystem: String? = nil, free: Int64? = nil) {
            self.path = path
            self.state = state
            self.fileSystem = fileSystem
            self.free = free
        }
    }

    public var version: String
    public var now: WallTime
    public var agent = AgentState.absent

    /// Where the agent listens, and where it writes down what it does.
    public var socket: String
    public var log: String

    /// The session that was asked about.
    public var session: SessionIdentifier?

    /// Nil when nobody could be asked.
    public var sessions: [SessionSummary]?
    public var launches: [LaunchProgram] = []

    /// Tasks that wait or failed, in the order of their numbers; nil when nobody could be asked.
    public var tasks: [TaskSnapshot]?
    public var configurationFile: String

    /// Nil when there is no such file, which is no fault.
    public var configurationProblems: [String]?
    /// What is no mistake in it, and worth a look.
    public var configurationNotes: [String] = []
    public var documents: Documents

    /// The folder of stores and logs.
    public var state: Documents

    /// The runtime folder when it belongs to somebody else, as after `su`.
    public var foreignRuntime: String?

    /// Nil when no server was asked.
    public var probe: ProbeReport?

    public init(
        version: String,
        now: WallTime,
        socket: String,
        log: String,
        configurationFile: String,
        documents: Documents,
        state: Documents
    ) {
        self.version = version
        self.now = now
        self.socket = socket
        self.log = log
        self.configurationFile = configurationFile
        self.documents = documents
        self.state = state
    }
}
