import Agent
import DownloadCore
import Platform
import Synchronization
import TestSupport

/// Notes what is launched, and lets tests say who lives.
final class LaunchRecorder: Launcher {
    struct Launch: Sendable {
        var order: SessionConfiguration.LaunchOrder
        var environment: [String: String]
        var ended: @Sendable (Int32) -> Void
    }

    let launches = Mutex<[Launch]>([])

    func isAlive(_ holder: SessionRecord.Holder) -> Bool { false }

    func launch(
        _ order: SessionConfiguration.LaunchOrder,
        environment: [String: String],
        ended: @escaping @Sendable (Int32) -> Void
    ) async throws(Failure) -> Int32 {
        launches.withLock { launches in
            launches.append(Launch(order: order, environment: environment, ended: ended))
            return Int32(1_000 + launches.count)
        }
    }

    var count: Int { launches.withLock(\.count) }
}

extension Workbench {
    static let program = SessionRecord.Holder(pid: 77, started: 7)

    /// Attaches a program to a session.
    func attach(_ name: String, _ configure: (inout SessionConfiguration) -> Void = { _ in }) async throws -> Attachment {
        var configuration = SessionConfiguration()
        configure(&configuration)
        return try await agent.attach(session(name), configuration: configuration, holder: Self.program)
    }

    func session(_ name: String) -> SessionIdentifier {
        SessionIdentifier(name) ?? .haul
    }

    /// Adds a program's request, completed by the session's configuration as the agent's host does it.
    func add(_ urls: [String], to name: String, _ configure: (inout DownloadRequest) -> Void = { _ in }) async throws -> [TaskID] {
        guard let record = await agent.session(session(name)) else { return [] }
        let requests = urls.map { url in
            var request = DownloadRequest(urls: [url])
            configure(&request)
            return record.configuration.completed(request, staging: agent.stagingDirectory)
        }
        return try await agent.add(requests, session: session(name))
    }

    /// What waits in a journal.
    func journal(_ name: String, after number: Int64 = 0) async throws -> [JournalEntry] {
        try await agent.journal(of: session(name), after: number, limit: 1_000)
    }

    /// Waits until a journal has so many entries behind a number.
    func entries(_ name: String, _ count: Int, after number: Int64 = 0) async throws -> [JournalEntry] {
        try await eventually("\(count) entries in \(name)", timeout: .seconds(30)) {
            let entries = try await self.journal(name, after: number)
            return entries.count >= count ? entries : nil
        }
    }
}
