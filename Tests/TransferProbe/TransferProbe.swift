import BackgroundTransfer
import FoundationEssentials
import Platform

/// A program on the library, for tests to start and to kill: says what it is told, a JSON line for each event.
@main
struct TransferProbe {
    let options: ProbeOptions

    static func main() async {
        guard let options = ProbeOptions(ThisProcess.arguments) else {
            return Line(event: "usage").write()
        }
        do {
            try await TransferProbe(options: options).run()
        } catch let error as BackgroundSessionError {
            var line = Line(event: "error")
            line.code = error.code.rawValue
            line.owner = error.owner
            line.message = error.message
            line.write()
        } catch {
            var line = Line(event: "error")
            line.message = "\(error)"
            line.write()
        }
    }

    func run() async throws {
        let isLaunched = options.claimsLaunch || options.abandonsLaunch
        let launch = isLaunched ? LaunchHolder() : nil
        if let launch {
            var line = Line(event: "launch")
            line.session = launch.sessionIdentifier
            line.write()
            if options.abandonsLaunch { launch.drop() }
            if options.completesEarly { launch.complete() }
        }
        if options.drops {
            try await dropSession()
            return await waitToBeKilled()
        }
        if options.hasDelegate { return try await runWithDelegate(launch) }
        let session = try await BackgroundSession(configuration: configuration())
        Line(event: "attached").write()
        // Begun before anything is read, so that what a test writes early is not lost; it ends with the process.
        if options.takesCommands { try Commands(session: session, probe: self).begin() }
        if options.isCareful {
            try await downloadMissing(session)
        } else {
            for text in options.downloads { try await download(text, session) }
        }
        for task in try await session.tasks { try await tell(task) }
        guard !options.readsNothing else { return await waitToBeKilled() }
        try await read(session, launch)
    }

    private func dropSession() async throws {
        let session = try await BackgroundSession(configuration: configuration())
        for text in options.downloads { try await download(text, session) }
    }

    private func runWithDelegate(_ launch: LaunchHolder?) async throws {
        let listener = Listener(probe: self, launch: launch)
        let session = try await BackgroundSession(configuration: configuration(), delegate: listener)
        Line(event: "attached").write()
        for text in options.downloads { try await download(text, session) }
        await waitToBeKilled()
        // Both are held until here.
        withExtendedLifetime((listener, session)) {}
    }

    private func configuration() -> BackgroundSession.Configuration {
        var configuration = BackgroundSession.Configuration(identifier: options.session)
        if let seconds = options.requestTimeout { configuration.requestTimeout = .seconds(seconds) }
        if let seconds = options.resourceTimeout { configuration.resourceTimeout = .seconds(seconds) }
        if let seconds = options.grace { configuration.launchGrace = .seconds(seconds) }
        if let count = options.retries {
            configuration.retryPolicy = RetryPolicy(maximumRetries: count, initialDelay: .milliseconds(100))
        }
        if !options.launchCommand.isEmpty { configuration.launchCommand = LaunchCommand(options.launchCommand) }
        if let count = options.connections { configuration.maximumConnectionsPerHost = count }
        configuration.sendsLaunchEvents = options.sendsLaunchEvents
        configuration.additionalHeaders = options.headers
        configuration.retainsUnclaimedFiles = !options.discardsUnclaimed
        return configuration
    }

    func download(_ text: String, _ session: BackgroundSession) async throws {
        guard let url = URL(string: text) else { return }
        var request = DownloadRequest(url: url)
        request.taskDescription = options.isCareful ? url.path(percentEncoded: false) : options.description
        request.startsSuspended = options.startsSuspended
        if let destination = options.destination { request.destination = URL(filePath: destination) }
        let task = try await session.download(request)
        var line = Line(event: "added", task: task)
        line.message = request.taskDescription
        line.write()
    }

    /// What an earlier process asked for, and was killed before it could say so, is among the tasks (rows 67, 69).
    private func downloadMissing(_ session: BackgroundSession) async throws {
        var known: Set<String> = []
        for task in try await session.tasks { known.insert(try await task.status.taskDescription ?? "") }
        for text in options.downloads where !known.contains(URL(string: text)?.path(percentEncoded: false) ?? "") {
            try await download(text, session)
        }
    }

    func tell(_ task: DownloadTask, as event: String = "task") async throws {
        let status = try await task.status
        var line = Line(event: event, task: task)
        line.wait = status.waitReason.map { "\($0)" }
        line.isResumable = status.isResumable
        line.state = status.state.rawValue
        line.message = status.taskDescription
        line.total = status.progress.totalBytesWritten
        line.write()
    }

    private func read(_ session: BackgroundSession, _ launch: LaunchHolder?) async throws {
        var given = 0
        var ofJournal = 0
        var wasOfJournal = false
        for try await event in session.events {
            // To be here is to have acknowledged the event before.
            if wasOfJournal, options.isCareful { Line(event: "acknowledged").write() }
            wasOfJournal = false
            if let limit = options.acknowledges, ofJournal >= limit { await waitToBeKilled() }
            if options.slowness > 0 { try await Task.sleep(for: .milliseconds(options.slowness)) }
            switch event {
            case .didFinishDownloading, .didComplete, .didReceiveChallenge:
                ofJournal += 1
                wasOfJournal = true
            default: break
            }
            try handle(event)
            if ofJournal == options.haltsIn { await waitToBeKilled() }
            if case .didReceiveChallenge(let task, _) = event, let user = options.credential.first, let password = options.credential.last {
                try await session.provide(DownloadCredential(user: user, password: password), for: task)
            }
            if case .didFinishEvents = event { launch?.complete() }
            given += 1
            if given == options.exitsAfter { return }
        }
        Line(event: "over").write()
    }

    private func handle(_ event: BackgroundSession.Event) throws {
        var line: Line
        switch event {
        case .didWriteData(let task, let progress):
            line = Line(event: "wrote", task: task)
            line.bytes = progress.bytesWritten
            line.total = progress.totalBytesWritten
            line.expected = progress.totalBytesExpected
        case .didResume(let task, let offset, let expected):
            line = Line(event: "resumed", task: task)
            line.total = offset
            line.expected = expected
        case .didFinishDownloading(let task, let file):
            line = Line(event: "file", task: task)
            line.path = file.location.path(percentEncoded: false)
            line.message = file.suggestedFilename
            line.bytes = file.byteCount
            let isLeft = options.leaves.map { line.path?.hasPrefix($0) == true } ?? false
            if let folder = options.moves, !isLeft {
                let place = URL(filePath: folder, directoryHint: .isDirectory).appending(path: "\(task.id)")
                try file.move(to: place)
                line.path = place.path(percentEncoded: false)
            }
            line.write()
            if options.diesAfterMove { Signals.raise(.kill) }
            return
        case .didComplete(let task, let error):
            line = Line(event: "complete", task: task)
            line.code = error?.code.rawValue
            line.message = error?.message
            line.reason = error?.cancellationReason?.rawValue
            line.resumeData = error?.resumeData?.dataRepresentation
        case .didReceiveChallenge(let task, let error):
            line = Line(event: "challenge", task: task)
            line.code = error.code.rawValue
        case .didFinishEvents: line = Line(event: "finished-events")
        }
        line.write()
    }

    func waitToBeKilled() async {
        Line(event: "waiting").write()
        while true { try? await Task.sleep(for: .seconds(3600)) }
    }
}
