import BackgroundTransfer
import FoundationEssentials
import Platform
import Synchronization

/// What the probe says; members that an event has not are left out.
struct Line: Encodable {
    let event: String
    var task: Int?
    var session: String?
    var bytes: Int64?
    var total: Int64?
    var expected: Int64?
    var path: String?
    var state: String?
    var code: Int?
    var owner: Int32?
    var message: String?
    var resumeData: Data?

    /// The word of the command that this answers.
    var command: String?
    var wait: String?
    var isResumable: Bool?
    var reason: String?

    init(event: String, task: DownloadTask? = nil) {
        self.event = event
        self.task = task?.id.rawValue
    }

    func write() {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        guard let json = try? encoder.encode(self) else { return }
        Output.write(String(decoding: json, as: UTF8.self) + "\n", to: .standard)
    }
}

/// Keeps a launch for the moment at which it is completed.
final class LaunchHolder: Sendable {
    let sessionIdentifier: String
    private let launch: Mutex<BackgroundLaunch?>

    /// Nil when the agent did not start this process.
    init?() {
        guard let launch = BackgroundLaunch.claim() else { return nil }
        sessionIdentifier = launch.sessionIdentifier
        self.launch = Mutex(launch)
    }

    func complete() {
        take()?.complete()
    }

    func drop() {
        _ = take()
    }

    private func take() -> BackgroundLaunch? {
        launch.withLock { launch in
            let taken = launch.take()
            return taken
        }
    }
}
