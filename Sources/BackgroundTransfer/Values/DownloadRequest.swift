public import FoundationEssentials

/// What to download, and all that belongs to it.
///
/// It is stored together with the task in one step: no moment exists in which the agent knows the address and not the description (row 69).
public struct DownloadRequest: Sendable, Hashable, Codable {
    /// The address: http or https (row 25).
    public var url: URL

    /// `GET` or `POST`.
    public var method = "GET"

    /// The body of a `POST`, at most 1 MiB.
    ///
    /// A file that was asked for with a body is never resumed by range.
    public var body: Data?

    /// Header fields for the server of `url`; they win over the session's `additionalHeaders` and are sent to no other host.
    public var headers: [String: String] = [:]

    /// The program's own text, such as a key of its database; stored as it is and found again in `DownloadStatus` (row 69).
    public var taskDescription: String?

    /// The place among waiting tasks.
    public var priority = DownloadPriority.normal

    /// Nothing is fetched before this moment.
    public var earliestBeginDate: Date?

    /// The longest time without a byte, after which the agent tries again (row 19); nil for that of the session.
    public var requestTimeout: Duration?

    /// Whether mobile networks may be used; the session has to allow it too (row 21).
    public var allowsCellularAccess = true

    /// The length that the program expects, in bytes: lets the agent look whether the disk has room before the first byte.
    public var expectedByteCount: Int64?

    /// Where the agent puts the finished file by itself, with no program alive: a file URL.
    ///
    /// A folder (an existing one, or a URL that ends with a slash) gets the file under a name of the agent's choice; otherwise the last component is the
    /// file's name, and an existing file is never replaced. With nil the file waits in staging until the program takes it (row 35).
    public var destination: URL?

    /// The digest that the file must have; the task fails with `TransferError.Code.digestMismatch` otherwise.
    public var expectedDigest: Digest?

    /// Whether the task waits for `resume()` instead of starting at once (row 24).
    public var startsSuspended = false

    /// What another library on top of this one has to find again with the task.
    package var libraryData: String?

    /// Makes a request for a file.
    public init(url: URL) {
        self.url = url
    }
}
