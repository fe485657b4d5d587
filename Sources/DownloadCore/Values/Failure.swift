/// Why a task ended badly, or why one of its tries did: data that is stored, sent and shown, never thrown across actors.
public struct Failure: Sendable, Hashable, Codable, Error {
    /// A closed set with stable names: the same words in JSON, lists, the dashboard and the libraries (`headless.md` section 1).
    public enum Code: String, Sendable, Hashable, Codable, CaseIterable {
        case timedOut = "timed-out"
        case notFound = "not-found"
        case tooSlow = "too-slow"
        case network
        case unfinished
        case cannotResume = "cannot-resume"
        case diskFull = "disk-full"
        case sessionInUse = "session-in-use"
        case openFile = "open-file"
        case createFile = "create-file"
        case writeFile = "write-file"
        case createFolder = "create-folder"
        case nameResolution = "name-resolution"
        case badReply = "bad-reply"
        case emptyReply = "empty-reply"
        case httpStatus = "http-status"
        case redirect
        case authorization
        case usage
        case overloaded
        case checksum
        case tls
        case unsupportedURL = "unsupported-url"
        case cancelled
        case fileChanged = "file-changed"
        case `internal`
    }

    public var code: Code

    /// What exactly happened, in a few words for people: "connection reset by peer", "404 from vendor.example.com".
    public var detail: String

    /// The HTTP status, where a reply had one.
    public var httpStatus: Int?

    /// Whether another try may succeed without anybody doing anything.
    public var isTransient: Bool

    /// What is on disk can be continued by a later try.
    public var isResumable: Bool

    /// No network could be reached at all: it is not the server's doing.
    public var isOffline = false

    /// The documents folder is not where it was: it may come back, as a disk that is mounted again.
    ///
    /// Nil is no.
    public var isDirectoryMissing: Bool?

    /// With that: it is only the folder of a rule that cannot be used, and tasks whose files go elsewhere go on.
    ///
    /// Nil is no.
    public var isFolderOfRule: Bool?

    /// The server asked to wait so long (`Retry-After`), already clamped to an hour.
    public var retryAfter: Duration?

    public init(
        _ code: Code,
        _ detail: String,
        httpStatus: Int? = nil,
        isTransient: Bool = false,
        isResumable: Bool = false,
        retryAfter: Duration? = nil
    ) {
        self.code = code
        self.detail = detail
        self.httpStatus = httpStatus
        self.isTransient = isTransient
        self.isResumable = isResumable
        self.retryAfter = retryAfter
    }
}

extension Failure {
    /// The way to the server may be to blame, not the server.
    var mayBeNetwork: Bool {
        switch code {
        case .network, .nameResolution, .timedOut, .tooSlow, .tls, .badReply: true
        default: false
        }
    }

    /// What a failure means under the conditions of that moment: without a way out, or with a login in it, no server is to blame.
    public func considering(_ conditions: Conditions) -> Failure {
        guard httpStatus == nil, mayBeNetwork else { return self }
        var failure = self
        switch conditions.network.connectivity {
        case .offline where isTransient: failure.isOffline = true
        case .portal: (failure.isOffline, failure.isTransient) = (true, true)
        case .offline, .online, nil: break
        }
        return failure
    }

    /// A file that the disk cannot take.
    static func noRoom(total: Int64, room: Int64) -> Failure {
        Failure(.diskFull, "\(total) bytes are needed and there is room for \(room)", isResumable: true)
    }
}

extension Failure.Code {
    /// The status with which a command ends for this failure (`headless.md` section 2; aria2's numbers where the meaning is the same).
    public var exitStatus: Int32 {
        switch self {
        case .timedOut: 2
        case .notFound: 3
        case .tooSlow: 5
        case .network: 6
        case .unfinished: 7
        case .cannotResume: 8
        case .diskFull: 9
        case .sessionInUse: 11
        case .openFile: 15
        case .createFile: 16
        case .writeFile: 17
        case .createFolder: 18
        case .nameResolution: 19
        case .badReply, .emptyReply, .httpStatus: 22
        case .redirect: 23
        case .authorization: 24
        case .usage: 28
        case .overloaded: 29
        case .checksum: 32
        case .tls: 60
        case .unsupportedURL, .cancelled, .fileChanged, .internal: 1
        }
    }

    /// One sentence that says what happened and what to do next.
    public var sentence: String {
        switch self {
        case .timedOut: "The server did not answer in time; try again later or raise --timeout."
        case .notFound: "The server has no such file; check the address."
        case .tooSlow: "The transfer stayed below the lowest speed for too long; try again later or lower --lowest-speed."
        case .network: "The connection failed; check the network and try again, what was fetched is kept."
        case .unfinished: "The download was not finished; run the same command again to continue it."
        case .cannotResume: "The server cannot continue a partial download; run again without --require-resume to start over."
        case .diskFull: "The disk is full; make room and run again, or use --disk-full=wait."
        case .sessionInUse: "Another process uses this session; wait for it to end or name another one with --session."
        case .openFile: "A file could not be opened; check that it is there, its permissions, and that no link has its place."
        case .createFile: "A file could not be created; check the folder's permissions."
        case .writeFile: "A file could not be written; check the disk."
        case .createFolder: "A folder could not be made; check the permissions of the one above it, and that no file or link has its place."
        case .nameResolution: "The host name could not be resolved; check the address and the network."
        case .badReply: "The server's reply makes no sense; try again later or ask whoever runs it."
        case .emptyReply: "The server answered with no file at all; check the address."
        case .httpStatus: "The server refused the request; check the address and what it asks for."
        case .redirect: "The server redirects too often or to an address that is not allowed; check the address."
        case .authorization: "The server wants a name and a password; give them with --user or --netrc."
        case .usage: "The command or the configuration is wrong; see haul --help."
        case .overloaded: "The server is overloaded; try again later."
        case .checksum: "The file does not have the expected checksum and was not published; check the checksum or the address."
        case .tls: "The server's certificate or its encryption was not accepted; check the address, the clock or --cacert."
        case .unsupportedURL: "This kind of address is not supported; use http, https, ftp, ftps or sftp."
        case .cancelled: "The download was cancelled."
        case .fileChanged: "The file changed on the server while it was fetched; run again to fetch the new one."
        case .internal: "Something went wrong inside Haul; please report it."
        }
    }
}
