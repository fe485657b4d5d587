/// How a program wants its background session to work.
///
/// It is copied into each task when that is added: a later change holds for later tasks only (row 23).
public struct SessionConfiguration: Sendable, Hashable, Codable {
    /// Tasks wait for mains power and a free network (rows 17, 18).
    public var isDiscretionary = false

    /// The longest time without a byte; when it is over the agent tries again (row 19).
    public var requestTimeout = Duration.seconds(60)

    /// The longest time of a whole task, counted while the machine runs and the task is not paused (row 20).
    public var resourceTimeout = Duration.seconds(604_800)
    public var allowsCellularAccess = true
    public var allowsExpensiveNetworkAccess = true
    public var allowsConstrainedNetworkAccess = true

    /// Connections of this session to one host.
    public var maximumConnectionsPerHost = 6
    public var additionalHeaders: [HeaderField] = []

    /// The statuses that are no error; nil takes every reply for the file, as Apple does.
    public var acceptableStatusCodes: Range<Int>? = 200..<300
    public var retry = RetryPolicy.background

    /// The absolute path of the folder in which files wait for the program; nil for the agent's own.
    public var stagingDirectory: String?

    /// Whether `launchCommand` is run.
    public var sendsLaunchEvents = true

    /// The program that is run when events wait and nobody is attached; nil for none.
    public var launchCommand: LaunchOrder?

    /// How long a launched program may go on after its events have been delivered before its launch counts as abandoned (row 66).
    public var launchGrace = Duration.seconds(30)

    /// Whether files that the program did not take are kept for a day after their acknowledgement, or removed with it.
    public var retainsUnclaimedFiles = true

    public init() {}

    /// A program to run: its arguments are passed as they are, without a shell.
    public struct LaunchOrder: Sendable, Hashable, Codable {
        /// The program, an absolute path or a name to be found in `PATH`, and its arguments; at least one.
        public var arguments: [String]

        /// An absolute path; nil for the person's home.
        public var workingDirectory: String?

        /// Added to the environment of the agent.
        public var environment: [String: String]

        public init(arguments: [String], workingDirectory: String? = nil, environment: [String: String] = [:]) {
            self.arguments = arguments
            self.workingDirectory = workingDirectory
            self.environment = environment
        }
    }
}
