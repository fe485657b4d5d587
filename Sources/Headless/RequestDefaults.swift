public import DownloadCore

/// What the configuration says about requests: it holds wherever the command said nothing.
public struct RequestDefaults: Sendable, Hashable {
    public var maxConnections = 8
    public var connectTimeout: Duration = .seconds(30)
    public var timeout: Duration = .seconds(60)
    public var retries = 5
    public var lowestSpeed: Int64 = 0
    public var userAgent: String?
    public var proxy: String?
    public var caFile: String?
    public var waitNetwork = false
    public var diskFullWait = false
    public var resumeWithoutValidator = ResumeWithoutValidator.never

    public init() {}
}
