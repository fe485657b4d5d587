/// What the origin answers on one path: a well-behaved file unless a member says otherwise.
///
/// A path has a list of these; the first one that still has turns left and whose condition holds is the answer.
public struct Reply: Sendable {
    /// The status; nil for what a correct server would answer (200, 206, 304, 416).
    public var status: Int?
    public var content: Content = .generated(GeneratedContent(seed: 1, size: 0))
    public var framing: Framing = .length
    public var ranges: Ranges = .honoured
    public var partial: Partial = .right

    /// The `ETag` as it is sent, quotes and `W/` included.
    public var etag: String? = "\"v1\""
    public var lastModified: String? = "Sat, 01 Aug 2026 10:00:00 GMT"

    /// The `Date` as it is sent; nil for none.
    public var date: String? = "Mon, 30 Nov 2026 14:02:03 GMT"
    public var contentType: String? = "application/octet-stream"

    /// Header lines that are added as they are.
    public var headers: [OriginRequest.Header] = []

    /// Statuses of 1xx replies that are sent before the real one.
    public var interim: [Int] = []

    /// `HTTP/1.1` unless a server from the past is wanted.
    public var version = "HTTP/1.1"

    /// Send a full 200 when `If-Range` doesn't match; switched off, a range is sent whatever it says.
    public var honoursIfRange = true

    /// A 416 says `bytes */SIZE`.
    public var namesSizeWhenUnsatisfiable = true
    public var credentials: Basic?
    public var delayBeforeHeaders: Duration = .zero

    /// The reply begins when this is open.
    public var gate: Gate?

    /// At most so many body bytes a second on one connection.
    public var bytesPerSecond: Int64?
    public var interruption: Interruption?

    /// These bytes are the whole reply, head and body, and the connection closes after them: for what is hardly HTTP any more.
    public var raw: [UInt8]?

    /// The connection stays open for another request.
    public var keepsAlive = true

    /// More requests of this path at one time than this are answered by `excess`.
    public var maximumConcurrent: Int?
    public var excess: Excess = .status(503, retryAfter: "1")

    /// How many requests this answers before the next one in the list takes over; nil for all.
    public var turns: Int?

    /// Which requests this answers; nil for all.
    public var condition: (@Sendable (OriginRequest) -> Bool)?

    public init() {}

    public enum Content: Sendable, Hashable {
        case generated(GeneratedContent)
        case bytes([UInt8])

        public var size: Int64 {
            switch self {
            case .generated(let content): content.size
            case .bytes(let bytes): Int64(bytes.count)
            }
        }
    }

    public enum Framing: Sendable, Hashable {
        case length
        /// A `Content-Length` that says this, whatever is sent; the connection closes after it.
        case lengthText(String)
        case chunked
        /// No length: the end of the connection is the end of the body.
        case closeDelimited
    }

    public enum Ranges: Sendable, Hashable {
        case honoured
        /// Ranges work, but no header says so.
        case honouredSilently
        /// Always 200 and the whole file.
        case ignored
        /// As `ignored`, with `Accept-Ranges: none`.
        case refused
        /// Every request with a range is answered by 416.
        case unsatisfiable
    }

    /// How a 206 differs from the right one.
    public enum Partial: Sendable, Hashable {
        case right
        /// It starts this many bytes later than asked (earlier when negative), and says so.
        case shifted(Int64)
        /// It names another total; nil for `*`.
        case total(Int64?)
        /// `Content-Range` is this text; the bytes are the right ones.
        case text(String)
        case missing
        /// `multipart/byteranges` with one part.
        case multipart
        /// `bytes=0-9/10` instead of `bytes 0-9/10`.
        case spelledWithEquals
        /// It sends this many bytes more than were asked for, and says so.
        case longer(Int64)
    }

    public enum Interruption: Sendable, Hashable {
        case resetBeforeReply
        case closeBeforeReply
        case stallBeforeReply
        /// A reset after so many bytes of the body.
        case reset(after: Int64)
        /// An orderly close after so many bytes of the body.
        case close(after: Int64)
        /// Nothing more comes after so many bytes of the body, but the connection stays open.
        case stall(after: Int64)

        /// The number of body bytes that are still sent.
        var limit: Int64 {
            switch self {
            case .reset(let count), .close(let count), .stall(let count): count
            case .resetBeforeReply, .closeBeforeReply, .stallBeforeReply: 0
            }
        }
    }

    /// What the requests over a limit get.
    public enum Excess: Sendable, Hashable {
        case status(Int, retryAfter: String?)
        case reset
    }

    /// The user and password that `Authorization: Basic` must carry, else 401.
    public struct Basic: Sendable, Hashable {
        public var user: String
        public var password: String

        public init(user: String, password: String) {
            self.user = user
            self.password = password
        }
    }
}
