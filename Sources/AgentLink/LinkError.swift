/// Why a call failed.
public struct LinkError: Error, Sendable, Hashable, Codable, CustomStringConvertible {
    /// Stable names; JSON-RPC carries them in `error.data.code`.
    public enum Code: String, Sendable, Hashable, Codable, CaseIterable {
        // What JSON-RPC itself knows: -32700, -32600, -32601, -32602, -32603.
        case parse
        case invalidRequest = "invalid-request"
        case unknownMethod = "unknown-method"
        case invalidParameters = "invalid-parameters"
        case `internal`

        /// `hello` must come first.
        case noHello = "no-hello"
        /// The versions of the link do not fit.
        case version
        case invalidIdentifier = "invalid-identifier"
        /// Another program holds the session; `holder` is its pid.
        case inUse = "in-use"
        case staleLease = "stale-lease"
        case unknownSession = "unknown-session"
        case unknownTask = "unknown-task"
        case invalidated
        case unsupportedURL = "unsupported-url"
        case invalidResumeData = "invalid-resume-data"
        /// The request makes no sense now: a task that has ended cannot be paused.
        case refused
        case usage
        /// The agent could not store what was asked; `detail` says why.
        case store

        // Of the client's own side.
        /// There is no agent, or the connection to it was lost.
        case unreachable
        case timedOut = "timed-out"
        /// What came was not understood.
        case badReply = "bad-reply"
    }

    public var code: Code

    /// A sentence for people.
    public var detail: String

    /// The process that holds what was asked for.
    public var holder: Int32?

    /// Another try fails in the same way until a person does something: there is no program to start.
    public var isLasting: Bool?

    public init(_ code: Code, _ detail: String, holder: Int32? = nil, isLasting: Bool? = nil) {
        self.code = code
        self.detail = detail
        self.holder = holder
        self.isLasting = isLasting
    }

    public var description: String { detail }

    /// Nobody answers, and none was to be started.
    public static let noAgent = LinkError(.unreachable, "no agent runs")
}
