import BackgroundTransfer
import FoundationEssentials

/// Takes the files of its session to a folder; goes on wherever it stopped, whoever started it.
actor DownloadManager: BackgroundSessionDelegate {
    static let identifier = "com.example.download-manager"
    private let folder: URL
    private var session: BackgroundSession?

    init(folder: URL) {
        self.folder = folder
    }

    /// Attaches: events that waited come at once.
    func start() async throws {
        var configuration = BackgroundSession.Configuration(identifier: Self.identifier)
        // Started again by the agent when everything has ended and nobody is here to be told.
        configuration.launchCommand = .thisProgram([folder.path(percentEncoded: false), "events"])
        // On the same file system, taking a file is a rename.
        configuration.stagingDirectory = folder.appending(path: ".staging", directoryHint: .isDirectory)
        session = try await BackgroundSession(configuration: configuration, delegate: self)
    }

    func add(_ url: URL) async throws {
        var request = DownloadRequest(url: url)
        request.taskDescription = "added by hand"
        try await session?.download(request)
    }

    /// Stops all tasks and keeps what they have: one file of resume data for each.
    func pause() async throws {
        for task in try await session?.tasks ?? [] where try await task.status.state != .completed {
            guard let data = try await task.cancelByProducingResumeData() else { continue }
            try data.dataRepresentation.write(to: folder.appending(path: "\(task.id).resume"))
        }
    }

    /// Goes on with all that was paused.
    func resume() async throws {
        for name in try FileManager.default.contentsOfDirectory(atPath: folder.path(percentEncoded: false)) where name.hasSuffix(".resume")
        {
            let file = folder.appending(path: name)
            try await session?.download(resumingWith: ResumeData(dataRepresentation: Data(contentsOf: file)))
            try FileManager.default.removeItem(at: file)
        }
    }

    /// Waits until every task has ended and its last event has been dealt with.
    func finish() async throws {
        while try await session?.tasks.isEmpty == false { try await Task.sleep(for: .milliseconds(200)) }
    }

    func session(_ session: BackgroundSession, downloadTask: DownloadTask, didFinishDownloadingTo location: URL) async {
        let name = (try? await downloadTask.status.suggestedFilename) ?? "download"
        // A name of its own for each file; a move that fails leaves the file with the agent, which lists it.
        let place = DownloadedFile.uniqueURL(in: folder, suggestedName: name)
        do {
            try FileManager.default.moveItem(at: location, to: place)
            print("\(downloadTask.id) \(place.lastPathComponent)")
        } catch {
            print("\(downloadTask.id) was not moved: \(error)")
        }
    }

    func session(_ session: BackgroundSession, task: DownloadTask, didCompleteWithError error: TransferError?) {
        if let error { print("\(task.id) ended: \(error)") }
    }

    func sessionDidFinishEvents(_ session: BackgroundSession) {
        // Only there if the agent started this process; at most once by the compiler's word.
        BackgroundLaunch.claim(for: Self.identifier)?.complete()
    }
}

/// `DownloadManager FOLDER add URL… | pause | resume | events`.
@main
struct Program {
    static func main() async throws {
        let words = Array(CommandLine.arguments.dropFirst())
        guard words.count >= 2 else { return print("usage: DownloadManager FOLDER add URL...|pause|resume|events") }
        let manager = DownloadManager(folder: URL(filePath: words[0], directoryHint: .isDirectory))
        try await manager.start()
        switch words[1] {
        case "add": for url in words.dropFirst(2).compactMap({ URL(string: $0) }) { try await manager.add(url) }
        case "pause": try await manager.pause()
        case "resume": try await manager.resume()
        default: break
        }
        try await manager.finish()
    }
}
