internal import Agent
internal import DownloadCore
internal import Headless
internal import Platform
internal import Store

/// Brings the entries of a command into the session: matched with what an open run left, in portions, while others run already.
struct BatchFeed {
    let options: BatchOptions
    let defaults: RequestDefaults
    let session: Session
    let reporter: BatchReporter

    /// So many ended tasks are remembered.
    private static let history = 1_000

    /// New tasks are stored so many at a time.
    private static let portion = 500

    /// Finds out which run this is, and what it can go on with; nil when the store fails, which the reporter knows then.
    func open() async -> (run: Int64, leftovers: Leftovers)? {
        do throws(Failure) {
            await session.sweep()
            let open = try await session.store.openRun()
            var leftovers = Leftovers(run: open)
            if let open {
                leftovers.add(try await session.store.loadAll(run: open))
            } else {
                // What had failed goes on from its partial data; everything else is fetched anew.
                let failed = try await session.store.failed()
                try await session.store.forgetEnded(keeping: Self.history)
                leftovers.add(failed.filter { $0.plan.written > 0 || $0.previous != nil })
            }
            let run: Int64
            if let open { run = open } else { run = try await session.store.beginRun(at: SystemClocks().now().wall) }
            return (run, leftovers)
        } catch {
            await reporter.fail(error)
            return nil
        }
    }

    /// Adds the entries one after another, until the list ends or this task is cancelled.
    func feed(run: Int64, _ given: Leftovers) async {
        var leftovers = given
        var fresh: [DownloadRequest] = []
        do throws(Failure) {
            var input = try BatchInput(options: options, defaults: defaults)
            while let item = try input.next(), !Task.isCancelled {
                switch item {
                case .warning(let line, let text):
                    await reporter.warn(text, line: line)
                case .error(let line, let text):
                    await reporter.badEntry(text, line: line)
                case .entry(let request):
                    if let record = leftovers.take(request) {
                        await takeUp(record, request, run: run)
                    } else {
                        fresh.append(request)
                    }
                }
                if fresh.count >= Self.portion {
                    try await add(&fresh, run: run)
                }
            }
            try await add(&fresh, run: run)
            if input.isEmptyList { await reporter.warn(BatchInput.emptiness) }
        } catch {
            await reporter.fail(error)
        }
        if leftovers.isOfOpenRun, !Task.isCancelled {
            for record in leftovers.unnamed {
                let address = Address(record.url)?.withoutUserInfo ?? ""
                await reporter.warn("left alone, since this command does not name it: task \(record.id), \(address)")
            }
        }
        await reporter.allQueued()
    }

    private func add(_ requests: inout [DownloadRequest], run: Int64) async throws(Failure) {
        guard !requests.isEmpty else { return }
        await reporter.expect(requests.count)
        let ids = try await session.agent.add(requests, run: run)
        await reporter.added(ids)
        requests.removeAll(keepingCapacity: true)
    }

    /// Goes on with a task of before: one that is finished is only reported.
    private func takeUp(_ record: TaskRecord, _ request: DownloadRequest, run: Int64) async {
        await reporter.expect(1)
        var record = record
        record.run = run
        await reporter.added([record.id])
        if case .finished(let file) = record.state {
            await reporter.already(record, file)
            return
        }
        // What was asked for now holds: another limit, another password.
        record.request = request
        await session.agent.adopt([record])
        let state = record.state
        if state.isEnded {
            _ = await session.agent.command(.retry, record.id)
        } else if state == .paused {
            _ = await session.agent.command(.resume, record.id)
        }
    }
}

/// Tasks of before that entries of this command may go on with.
struct Leftovers {
    let isOfOpenRun: Bool
    private var byEntry: [Key: [TaskRecord]] = [:]

    /// What makes two entries the same.
    private struct Key: Hashable {
        var urls: [String]
        var name: String?
        var template: String?
        var directory: String?
        var method: String
        var body: [UInt8]?

        init(_ request: DownloadRequest) {
            urls = request.withoutSecrets.urls
            name = request.outputName
            template = request.outputTemplate
            directory = request.directory
            method = request.method
            body = request.body
        }
    }

    init(run: Int64?) {
        isOfOpenRun = run != nil
    }

    mutating func add(_ records: [TaskRecord]) {
        for record in records { byEntry[Key(record.request), default: []].append(record) }
    }

    /// The oldest that fits; each is given once.
    mutating func take(_ request: DownloadRequest) -> TaskRecord? {
        let key = Key(request)
        guard var records = byEntry[key], !records.isEmpty else { return nil }
        let record = records.removeFirst()
        byEntry[key] = records
        return record
    }

    /// Those that no entry has taken and that have not finished.
    var unnamed: [TaskRecord] {
        byEntry.values.flatMap { $0 }.filter { $0.state.kind != .finished }.sorted { $0.id < $1.id }
    }
}
