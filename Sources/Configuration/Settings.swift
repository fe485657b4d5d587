public import DownloadCore

/// Everything that a person can set in the configuration file; a new value has the defaults.
public struct Settings: Sendable, Hashable {
    public var documents = Documents()

    /// The template of published names (`design.md` section 5): `timestamp`, or text with `{name}` and its like.
    public var naming = "timestamp"
    public var downloads = Downloads()
    public var network = Network()
    public var conditions = Conditions()
    public var resume = Resume()
    public var publish = Publish()
    public var dashboard = Dashboard()
    public var batch = Batch()
    public var agent = Agent()

    /// The tables that may stand in the file as often as wanted.
    public var schedule: [Schedule.Window] = []
    public var rules: [PublishRule] = []
    public var hooks: [Hook] = []
    public var groups: [DownloadGroup] = []

    /// The keys of the dashboard's commands that have other ones than the standard ones, by the commands' names.
    public var keys: [String: [String]] = [:]

    public init() {}

    public struct Documents: Sendable, Hashable {
        /// The documents directory as it was written; a leading `~/` stands for the home folder.
        public var directory = "~/Documents/Haul"

        /// The directory with `~` replaced.
        public func directory(home: String) -> String {
            Settings.expand(directory, home: home)
        }
    }

    public struct Downloads: Sendable, Hashable {
        public var maximumConcurrent = 5
        public var maximumConnections = 8
        public var maximumConnectionsPerHost = 8

        /// Bytes a second over all tasks; nil for no limit.
        public var rateLimit: Int64?

        /// The same while the alternative limit is on.
        public var alternativeRateLimit: Int64? = 1 << 20

        /// Bytes a second below which a try is given up; nil for off.
        public var lowestSpeed: Int64?
        public var connectTimeout = Duration.seconds(30)
        public var timeout = Duration.seconds(60)
        public var retries = 5

        /// The `User-Agent`; nil for Haul's own.
        public var userAgent: String?
        public var diskFull = DiskFull.fail
    }

    public enum DiskFull: String, Sendable, Hashable, CaseIterable {
        case fail, wait
    }

    public struct Network: Sendable, Hashable {
        /// The proxy's address; nil for what the environment says, `none` for no proxy.
        public var proxy: String?

        /// A file of certificate authorities instead of the system's.
        public var certificateAuthorities: String?

        /// A lost network waits and spends no tries.
        public var waits = false
    }

    public struct Resume: Sendable, Hashable {
        public var withoutValidator = ResumeWithoutValidator.never
    }

    public struct Publish: Sendable, Hashable {
        /// The file's origin attribute keeps the query of the address.
        public var keepsOriginQuery = false
    }

    public struct Dashboard: Sendable, Hashable {
        /// Updates of the figures a second.
        public var refreshRate = 2
        public var color = Color.auto
        public var isASCII = false

        /// The name of a theme: `auto`, a built-in one, or a file in the folder `themes` of the configuration.
        public var theme = "default"
        public var units = Units.binary

        /// Clicks and the wheel are Haul's; the terminal's own selection needs Shift then.
        public var usesMouse = true
        public var notify = Notify.auto
        public var footer = Footer.letters
    }

    public enum Footer: String, Sendable, Hashable, CaseIterable {
        case letters
        /// F1 to F10.
        case functionKeys = "function-keys"
    }

    public enum Color: String, Sendable, Hashable, CaseIterable {
        case auto, always, never
    }

    public enum Notify: String, Sendable, Hashable, CaseIterable {
        /// The bell, and a message where the terminal understands one.
        case auto
        case bell, off
    }

    public enum Units: String, Sendable, Hashable, CaseIterable {
        /// MiB/s.
        case binary
        /// MB/s.
        case decimal
        /// Mbit/s.
        case bits
    }

    public struct Batch: Sendable, Hashable {
        public var progress = Progress.auto
        public var interval = Duration.seconds(10)
    }

    public enum Progress: String, Sendable, Hashable, CaseIterable {
        case auto, bar, plain, none
    }

    public struct Agent: Sendable, Hashable {
        /// The agent leaves after it had nothing to do and nobody attached for so long.
        public var idleExit = Duration.seconds(600)

        /// Partial files of tasks that have ended are kept for so long.
        public var keepsPartials = Duration.seconds(7 * 86_400)

        /// The end of downloads is told on the desktop.
        public var notifies = true
    }

    /// A path with a leading `~` replaced by the home folder.
    public static func expand(_ path: String, home: String) -> String {
        guard path == "~" || path.hasPrefix("~/") else { return path }
        return home + path.dropFirst()
    }
}
