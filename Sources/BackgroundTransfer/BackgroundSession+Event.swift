extension BackgroundSession {
    /// Something that a session is told.
    ///
    /// For each task: `didResume` and `didWriteData` while it runs, `didFinishDownloading` with its file, `didComplete` as its last one.
    @nonexhaustive
    public enum Event: Sendable {
        /// Bytes have come; at most ten times a second for each task, and always once with the final counts before `didFinishDownloading` (row 28).
        case didWriteData(DownloadTask, DownloadProgress)

        /// The transfer goes on from this offset; from 0 when what was there could not be used (rows 31, 80).
        case didResume(DownloadTask, offset: Int64, expectedTotalBytes: Int64?)

        /// The file is there (row 33).
        case didFinishDownloading(DownloadTask, DownloadedFile)

        /// The task has ended: well without an error; once, and as its last event (row 41).
        case didComplete(DownloadTask, TransferError?)

        /// The server wants a name and a password; the task waits for `provide(_:for:)` (row 6).
        case didReceiveChallenge(DownloadTask, TransferError)

        /// All that waited when the session was attached has been delivered and acknowledged; once for each session, even if nothing waited (row 60).
        case didFinishEvents
    }
}
