public import FoundationEssentials

/// All that is known of a task at one moment: one consistent picture.
public struct DownloadStatus: Sendable, Hashable {
    /// Where a task stands.
    public enum State: String, Sendable, Hashable, Codable, CaseIterable {
        /// The program suspended it; it goes on only with `resume()` (row 68).
        case suspended
        /// It goes on by itself later; `waitReason` says what it waits for.
        case waiting
        /// Bytes are coming, or the finished file is being checked and put in its place.
        case running
        /// It was cancelled, and its `didComplete` has not been acknowledged.
        case canceling
        /// It has ended, well or not.
        case completed
    }

    /// Where the task stands.
    public var state: State

    /// With `State.waiting`: what for.
    public var waitReason: WaitReason?

    /// With `State.waiting`: the same for people, as the end of a sentence that begins with "waits for": `a place (5 of 5 run)`.
    public var waitDescription: String?

    /// What was asked for, without header fields and credentials: the agent gives no secrets back.
    public var request: DownloadRequest

    /// How far it is; its `bytesWritten` is 0.
    public var progress: DownloadProgress

    /// The status of the newest reply; nil before there is one.
    public var httpStatusCode: Int?

    /// Why it failed, without resume data: those come with `didComplete`.
    public var error: TransferError?

    /// The name that the server or the address suggests; a plain file name.
    public var suggestedFilename: String?

    /// The address that the bytes come from after redirects; nil before the first reply.
    public var finalURL: URL?

    /// Header fields of the newest reply as far as the agent keeps them: those that tell how to recognise, name and resume the file.
    public var responseHeaders: [String: String]

    /// Whether a suspended or broken transfer can go on where it stopped; nil while that is not known (row 82).
    public var isResumable: Bool?

    /// What the task has cost so far.
    public var metrics: TransferMetrics

    /// The text that the program gave to the task.
    public var taskDescription: String? { request.taskDescription }
}

extension DownloadStatus {
    /// What a waiting task waits for (rows 17 to 22).
    @nonexhaustive
    public enum WaitReason: Sendable, Hashable {
        /// The moment that the request named.
        case earliestBeginDate(Date?)
        /// The session may wait for better conditions; the text says which is missing, such as `on battery`.
        case discretionary(String)
        /// A network that the session may use; the text says what is wrong, such as `cellular`.
        case network(String)
        /// Its turn: as many transfers run as may.
        case connectionLimit
        /// The next try, after a fault that may pass.
        case retry(at: Date?, attempt: Int)
        /// The server asked to come back later.
        case rateLimited(until: Date?)
        /// Room on the disk.
        case diskFull
        /// The folder of its destination, which is not there.
        case directoryMissing
        /// A name and a password: see `BackgroundSession.provide(_:for:)` (row 6).
        case authentication
    }
}
