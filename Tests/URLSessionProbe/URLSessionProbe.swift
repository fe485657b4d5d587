import BackgroundURLSession
import Foundation

/// A program in Apple's words, for tests to start and to kill: says what it is told, a JSON line for each call.
///
/// `URLSessionProbe FOLDER [download URL]… [post URL] [resume FILE] [pause] [slow] [die] [leave] [timeout SECONDS]
/// [limit SECONDS] [user NAME PASSWORD]`; it leaves when it has no task any more.
@main
struct URLSessionProbe {
    static func main() {
        // Also its directions after a relaunch by the agent: only the folder.
        guard CommandLine.arguments.count > 1 else { return }
        let delegate = ProbeDelegate(CommandLine.arguments[1])
        BackgroundEvents.handler = { identifier, completionHandler in
            delegate.say("launch", ["session": identifier])
            delegate.keep(completionHandler)
        }
        let configuration = URLSessionConfiguration.background(withIdentifier: "probe")
        configuration.launchThisProgram(with: [CommandLine.arguments[1]])
        let words = CommandLine.arguments.drop { $0 != "limit" }
        if let seconds = words.dropFirst().first.flatMap({ TimeInterval($0) }) { configuration.timeoutIntervalForResource = seconds }
        let session = BackgroundURLSession(configuration: configuration, delegate: delegate, delegateQueue: nil)
        var timeout: TimeInterval?
        var rest = CommandLine.arguments.dropFirst(2)
        while let word = rest.popFirst() {
            switch word {
            case "timeout": timeout = rest.popFirst().flatMap { TimeInterval($0) }
            case "download": start(rest.popFirst(), session, timeout)
            case "post":
                guard let url = rest.popFirst().flatMap({ URL(string: $0) }) else { continue }
                var request = URLRequest(url: url)
                request.httpMethod = "POST"
                request.httpBody = Data("question".utf8)
                session.downloadTask(with: request).resume()
            case "resume":
                guard let data = rest.popFirst().flatMap({ FileManager.default.contents(atPath: $0) }) else { continue }
                session.downloadTask(withResumeData: data).resume()
            case "limit": _ = rest.popFirst()
            case "pause": delegate.set { $0.pauses = true }
            case "slow": delegate.set { $0.isSlow = true }
            // What has been resumed is with the agent by now.
            case "leave": exit(0)
            case "die": delegate.set { $0.dies = true }
            case "user":
                let (name, password) = (rest.popFirst() ?? "", rest.popFirst() ?? "")
                delegate.set { $0.credential = URLCredential(user: name, password: password, persistence: .forSession) }
            default: delegate.say("usage")
            }
        }
        session.getAllTasks { tasks in
            for task in tasks {
                delegate.say("task", ["task": task.taskIdentifier, "state": task.state.rawValue, "message": task.taskDescription ?? ""])
            }
        }
        RunLoop.main.run()
    }

    private static func start(_ text: String?, _ session: URLSession, _ timeout: TimeInterval?) {
        guard let url = text.flatMap({ URL(string: $0) }) else { return }
        var request = URLRequest(url: url)
        if let timeout { request.timeoutInterval = timeout }
        let task = session.downloadTask(with: request)
        task.taskDescription = url.lastPathComponent
        task.resume()
    }
}
