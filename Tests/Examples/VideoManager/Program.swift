import BackgroundURLSession
import Foundation

/// `VideoManager FOLDER add URL… | pause | resume | events`.
@main
struct Program {
    @MainActor
    static func main() {
        let words = Array(CommandLine.arguments.dropFirst())
        guard words.count >= 2 else { return print("usage: VideoManager FOLDER add URL...|pause|resume|events") }
        let manager = VideoManager.shared
        manager.start(in: URL(fileURLWithPath: words[0], isDirectory: true)) {
            switch words[1] {
            case "add": for url in words.dropFirst(2).compactMap({ URL(string: $0) }) { manager.add(url) }
            case "pause":
                manager.pause()
                manager.leaveIfIdle()
            case "resume": manager.resume()
            default: break
            }
        }
        // Called only when the agent started this process.
        BackgroundEvents.handler = { identifier, completionHandler in
            guard identifier == VideoManager.identifier else { return }
            manager.keep(completionHandler)
        }
        RunLoop.main.run()
    }
}
