import BackgroundTransfer
import FakeAgent
import FoundationEssentials
import TestSupport

/// A fake agent, and sessions of a program that uses it.
struct Workbench {
    let agent = FakeAgent()
    let access: AgentAccess
    let folder: TemporaryFolder

    init() throws {
        access = AgentAccess(agent)
        folder = try TemporaryFolder()
    }

    func session(
        _ identifier: String = "app",
        delegate: (any BackgroundSessionDelegate)? = nil,
        _ configure: (inout BackgroundSession.Configuration) -> Void = { _ in }
    ) async throws -> BackgroundSession {
        var configuration = BackgroundSession.Configuration(identifier: identifier)
        configuration.requestTimeout = .seconds(20)
        configure(&configuration)
        return try await BackgroundSession(configuration: configuration, delegate: delegate, access: access)
    }

    /// A staged file.
    func file(_ name: String, _ text: String = "0123456789") throws -> String {
        let path = folder.path + "/" + name
        try Data(text.utf8).write(to: URL(filePath: path))
        return path
    }

    func exists(_ path: String) -> Bool {
        FileManager.default.fileExists(atPath: path)
    }
}

/// A short word for an event, to compare whole conversations.
func word(_ event: BackgroundSession.Event) -> String {
    switch event {
    case .didWriteData(let task, let progress): "wrote \(task.id): \(progress.bytesWritten) \(progress.totalBytesWritten)"
    case .didResume(let task, let offset, _): "resumed \(task.id): \(offset)"
    case .didFinishDownloading(let task, _): "file \(task.id)"
    case .didComplete(let task, let error): "complete \(task.id)" + (error.map { ": \($0.code.rawValue)" } ?? "")
    case .didReceiveChallenge(let task, _): "challenge \(task.id)"
    case .didFinishEvents: "finished events"
    }
}

/// Reads the words of the next events.
func words(_ iterator: inout BackgroundSession.Events.Iterator, _ count: Int) async throws -> [String] {
    var found: [String] = []
    while found.count < count, let event = try await iterator.next() { found.append(word(event)) }
    return found
}

/// The code of the error that something throws.
func code(of work: () async throws -> Void) async -> BackgroundSessionError.Code? {
    do {
        try await work()
        return nil
    } catch {
        return (error as? BackgroundSessionError)?.code
    }
}
