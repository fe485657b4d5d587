/// How far a download is; all counts are bytes of the file.
public struct DownloadProgress: Sendable, Hashable, Codable {
    /// The bytes that came since the progress that was told before.
    ///
    /// Within one attachment they add up to `totalBytesWritten`, counted from the offset that the last `didResume` told. Zero in a `DownloadStatus`.
    public var bytesWritten: Int64

    /// The bytes of the file that are there, those of earlier attempts among them.
    public var totalBytesWritten: Int64

    /// The length of the whole file; nil while the server has not told it, as with a chunked reply (row 30).
    public var totalBytesExpected: Int64?

    /// Makes a progress.
    public init(bytesWritten: Int64, totalBytesWritten: Int64, totalBytesExpected: Int64?) {
        self.bytesWritten = bytesWritten
        self.totalBytesWritten = totalBytesWritten
        self.totalBytesExpected = totalBytesExpected
    }

    /// The part of the file that is there, from 0 to 1; nil while its length is unknown, and for an empty file.
    public var fractionCompleted: Double? {
        guard let totalBytesExpected, totalBytesExpected > 0 else { return nil }
        return min(max(Double(totalBytesWritten) / Double(totalBytesExpected), 0), 1)
    }
}
