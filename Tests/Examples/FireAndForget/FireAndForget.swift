import BackgroundTransfer
import FoundationEssentials

/// Hands addresses to the agent and leaves: `FireAndForget FOLDER URL…`.
@main
struct FireAndForget {
    static func main() async throws {
        let words = CommandLine.arguments.dropFirst()
        guard let folder = words.first, words.count > 1 else { return print("usage: FireAndForget FOLDER URL...") }
        let session = try await BackgroundSession(configuration: .init(identifier: "com.example.fire-and-forget"))
        for text in words.dropFirst() {
            guard let url = URL(string: text) else { continue }
            var request = DownloadRequest(url: url)
            // The agent puts the file there itself: nobody has to be alive to move it.
            request.destination = URL(filePath: folder, directoryHint: .isDirectory)
            let task = try await session.download(request)
            print("task \(task.id): \(url.absoluteString)")
        }
    }
}
