internal import DownloadCore
public import FoundationEssentials

/// A finished file, as `didFinishDownloading` gives it.
public struct DownloadedFile: Sendable {
    /// Where the file is.
    ///
    /// A file of a request without `destination` is there until its event is acknowledged, that is until the next event is asked for or the delegate's method
    /// returns (row 34); one with a `destination` is at its place and stays there.
    public let location: URL

    /// The name that the server or the address suggests: a plain file name that is safe to use.
    public let suggestedFilename: String

    /// The length in bytes.
    public let byteCount: Int64

    private let claim: FileClaim

    init(_ file: DeliveredFile, _ claim: FileClaim) {
        location = URL(filePath: file.file.path, directoryHint: .notDirectory)
        suggestedFilename = file.suggestedName
        byteCount = file.file.bytes
        self.claim = claim
    }

    /// Takes the file: moves it to where the program wants it.
    ///
    /// Missing folders are made. On the same file system it is a rename; to another one the file is copied, made durable there, and only then named. The
    /// agent is told before and after, so that a program that is killed in between does not get a file twice (row 37). Blocks until it is done.
    /// - Parameters:
    ///   - destination: A file URL; its last component is the file's new name.
    ///   - replacingExisting: Whether a file of that name is replaced; otherwise it is never touched.
    /// - Throws: `BackgroundSessionError`: `fileExpired` after the acknowledgement (row 35), `fileExists`, `cannotMoveFile`, or `agentUnreachable`. The file is
    ///   then where it was.
    public func move(to destination: URL, replacingExisting: Bool = false) throws {
        guard destination.isFileURL else {
            throw BackgroundSessionError(.cannotMoveFile, "Files can only be moved to file URLs, not to \(destination.absoluteString)")
        }
        let source = location.path(percentEncoded: false)
        let target = destination.absoluteURL.path(percentEncoded: false)
        try claim.take { try FileMove.move(source, to: target, replaces: replacingExisting) }
    }

    /// Lets a delegate's method have the file: it knows only the place, so the taking is announced and told of for it.
    func lend(over caller: AgentCaller, _ use: () async -> Void) async {
        await claim.lend(over: caller, location.path(percentEncoded: false), use)
    }

    /// A URL in a folder under which there is no file: the suggested name, or that name with a number.
    ///
    /// Two files that finish within one second, or come under one name, get two names (row 38). `move(to:)` still refuses to replace a file that
    /// appears in between.
    public static func uniqueURL(in folder: URL, suggestedName: String) -> URL {
        let hints = NameHints(contentDisposition: nil, url: "", mediaType: nil)
        for number in 0..<100_000 {
            let name = FileName.make(
                template: .timestamp,
                hints: hints,
                chosen: suggestedName.isEmpty ? "download" : suggestedName,
                time: WallTime(seconds: 0),
                task: TaskID(rawValue: 1),
                collisions: number
            )
            let url = folder.appending(path: name, directoryHint: .notDirectory)
            if !FileManager.default.fileExists(atPath: url.path(percentEncoded: false)) { return url }
        }
        return folder.appending(path: "\(UUID().uuidString)-download", directoryHint: .notDirectory)
    }
}
