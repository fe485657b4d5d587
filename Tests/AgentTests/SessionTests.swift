import Agent
import DownloadCore
import Platform
import Synchronization
import TestSupport
import Testing

/// Sessions of programs inside one agent, on a real transport and a real documents directory.
@Suite struct SessionTests {
    @Test func `row 57: what ended while nobody was attached waits in order, and goes with its acknowledgement`() async throws {
        let origin = try Origin()
        let bench = try await Workbench()
        var attachment = try await bench.attach("app")
        #expect(attachment.isNew && attachment.backlogThrough == 0)
        let urls = (1...3).map { origin.serve("/\($0).bin", .file(size: 10_000)) }
        _ = try await bench.add(urls, to: "app")
        await bench.agent.detach(bench.session("app"), epoch: attachment.epoch)
        let entries = try await bench.entries("app", 6)
        #expect(entries.map(\.number) == Array(1...6))
        for pair in stride(from: 0, to: 6, by: 2) {
            guard case .file(let delivered) = entries[pair].kind, case .completed(let completion) = entries[pair + 1].kind else {
                Issue.record("a file, then its completion")
                continue
            }
            #expect(entries[pair].task == entries[pair + 1].task)
            #expect(delivered.isStaged && completion.failure == nil)
        }
        attachment = try await bench.attach("app")
        #expect(attachment.backlogThrough == 6 && attachment.acknowledged == 0)
        try await bench.agent.acknowledge(bench.session("app"), epoch: attachment.epoch, through: 4)
        await bench.agent.detach(bench.session("app"), epoch: attachment.epoch)
        attachment = try await bench.attach("app")
        #expect(attachment.acknowledged == 4 && attachment.backlogThrough == 6)
        #expect(try await bench.journal("app", after: attachment.acknowledged).map(\.number) == [5, 6])
        await bench.stop()
        origin.stop()
    }

    @Test func `row 67: a task is in the list until its end has been acknowledged`() async throws {
        let origin = try Origin()
        let bench = try await Workbench()
        let attachment = try await bench.attach("app")
        let id = try await bench.add([origin.serve("/a.bin", .file(size: 100))], to: "app")[0]
        _ = try await bench.entries("app", 2)
        #expect(await bench.agent.taskIDs(of: bench.session("app")) == [id])
        try await bench.agent.acknowledge(bench.session("app"), epoch: attachment.epoch, through: 1)
        #expect(await bench.agent.taskIDs(of: bench.session("app")) == [id])
        try await bench.agent.acknowledge(bench.session("app"), epoch: attachment.epoch, through: 2)
        #expect(await bench.agent.taskIDs(of: bench.session("app")).isEmpty)
        await bench.stop()
        origin.stop()
    }

    @Test("row 34: an unclaimed file is kept for a day or removed, as the session wants it", arguments: [true, false])
    func unclaimed(isKept: Bool) async throws {
        let origin = try Origin()
        let bench = try await Workbench()
        let attachment = try await bench.attach("app") { $0.retainsUnclaimedFiles = isKept }
        _ = try await bench.add([origin.serve("/a.bin", .file(size: 100))], to: "app")
        let entries = try await bench.entries("app", 2)
        guard case .file(let delivered) = entries[0].kind else {
            Issue.record("no file")
            return
        }
        #expect(try FileStatus.of(path: delivered.file.path)?.mode ?? 0 & 0o777 == 0o600)
        try await bench.agent.acknowledge(bench.session("app"), epoch: attachment.epoch, through: 1)
        #expect((try FileStatus.of(path: delivered.file.path) != nil) == isKept)
        await bench.stop()
        origin.stop()
    }

    @Test func `row 37: a staged file that is gone is taken for taken, and only the end is told again`() async throws {
        let origin = try Origin()
        let bench = try await Workbench()
        _ = try await bench.attach("app")
        _ = try await bench.add([origin.serve("/a.bin", .file(size: 100))], to: "app")
        let entries = try await bench.entries("app", 2)
        guard case .file(let delivered) = entries[0].kind else {
            Issue.record("no file")
            return
        }
        try Directory.open(bench.agent.stagingDirectory).remove(String(delivered.file.path.split(separator: "/").last ?? ""))
        #expect(try await bench.journal("app").map(\.number) == [2])
        await bench.stop()
        origin.stop()
    }

    @Test func `a file with a destination is published there and never deleted`() async throws {
        let origin = try Origin()
        let bench = try await Workbench()
        let attachment = try await bench.attach("app") { $0.retainsUnclaimedFiles = false }
        let target = bench.folder.appending("target")
        _ = try await bench.add([origin.serve("/a.bin", .file(size: 100))], to: "app") {
            $0.directory = target
            $0.outputName = "mine.bin"
        }
        let entries = try await bench.entries("app", 2)
        guard case .file(let delivered) = entries[0].kind else {
            Issue.record("no file")
            return
        }
        #expect(!delivered.isStaged && delivered.file.path == target + "/mine.bin")
        try await bench.agent.acknowledge(bench.session("app"), epoch: attachment.epoch, through: 2)
        #expect(try FileStatus.of(path: target + "/mine.bin")?.size == 100)
        await bench.stop()
        origin.stop()
    }

    @Test func `row 6: a refused task waits for the credential, tells its program once, and goes on with it`() async throws {
        let origin = try Origin()
        let url = origin.serve("/locked.bin", .file(size: 1_000).with { $0.credentials = .init(user: "me", password: "secret") })
        let launcher = LaunchRecorder()
        let bench = try await Workbench(launcher: launcher)
        let attachment = try await bench.attach("app") { $0.launchCommand = .init(arguments: ["/bin/app", "wake"]) }
        let id = try await bench.add([url], to: "app")[0]
        let entries = try await bench.entries("app", 1)
        guard case .needsCredential = entries[0].kind else {
            Issue.record("\(entries)")
            return
        }
        #expect(await bench.agent.record(id)?.state.kind == .waiting)
        #expect(launcher.count == 0)
        await bench.agent.detach(bench.session("app"), epoch: attachment.epoch)
        try await eventually("a launch") { launcher.count == 1 }
        #expect(launcher.launches.withLock { $0[0].environment["BACKGROUND_SESSION"] } == "app")
        #expect(launcher.launches.withLock { $0[0].order.arguments } == ["/bin/app", "wake"])
        var edit = TaskEdit()
        edit.credentials = Credentials(user: "me", password: "secret")
        #expect(await bench.agent.edit(id, edit) == nil)
        guard case .finished = try await bench.end(of: id) else {
            Issue.record("it should end well")
            return
        }
        #expect(launcher.count == 1)
        await bench.stop()
        origin.stop()
    }

    @Test func `row 51: one launch when the last task has ended, none while another can go on`() async throws {
        let origin = try Origin()
        let launcher = LaunchRecorder()
        let bench = try await Workbench(launcher: launcher)
        let attachment = try await bench.attach("s\u{E9}ance 1") { $0.launchCommand = .init(arguments: ["/bin/app"]) }
        let quick = origin.serve("/q.bin", .file(size: 1_000))
        let slow = origin.serve("/s.bin", .file(size: 2 << 20).limited(to: 1 << 20))
        let ids = try await bench.add([quick, slow], to: "s\u{E9}ance 1")
        await bench.agent.detach(bench.session("s\u{E9}ance 1"), epoch: attachment.epoch)
        _ = try await bench.end(of: ids[0])
        #expect(launcher.count == 0)
        _ = try await bench.end(of: ids[1])
        try await eventually("a launch") { launcher.count == 1 }
        let identifier = launcher.launches.withLock { $0[0].environment["BACKGROUND_SESSION"] }
        #expect(identifier.map { Array($0.utf8) } == Array("s\u{E9}ance 1".utf8))
        launcher.launches.withLock { $0[0] }.ended(0)
        try await eventually("the launch is over") { await bench.agent.session(bench.session("s\u{E9}ance 1"))?.launchState == .failed }
        #expect(launcher.count == 1)
        await bench.stop()
        origin.stop()
    }

    @Test func `row 20: the time of the whole task ends it, with what was fetched`() async throws {
        let origin = try Origin()
        let url = origin.serve("/slow.bin", .file(size: 40 << 20).limited(to: 1 << 20))
        let bench = try await Workbench()
        _ = try await bench.attach("app") { $0.resourceTimeout = .seconds(4) }
        let began = RealClocks().now().instant
        let id = try await bench.add([url], to: "app")[0]
        guard case .failed(let failure) = try await bench.end(of: id) else {
            Issue.record("it should fail")
            return
        }
        #expect(failure.code == .timedOut)
        #expect(RealClocks().now().instant.since(began) >= .seconds(4))
        guard case .completed(let completion) = try await bench.entries("app", 1)[0].kind else {
            Issue.record("no end")
            return
        }
        #expect(completion.ticket?.offset ?? 0 > 0)
        await bench.stop()
        origin.stop()
    }
}

/// What people do with the queue.
@Suite struct QueueCommandTests {
    @Test func `start-now runs a queued task beside those that the limit allows, and a move changes the order`() async throws {
        let origin = try Origin()
        let bench = try await Workbench(tasks: 1)
        let urls = (0..<4).map { origin.serve("/\($0).bin", .file(size: 40 << 20).limited(to: 100_000)) }
        let ids = try await bench.agent.add(urls.map { DownloadRequest(urls: [$0]) })
        try await eventually("one runs") { await bench.agent.record(ids[0])?.state.kind == .running }
        #expect(await bench.agent.record(ids[3])?.state == .queued)
        #expect(await bench.agent.move(ids[3], to: .up) == nil)
        #expect(await bench.agent.snapshots().map(\.queuePosition) == [nil, 1, 3, 2])
        #expect(await bench.agent.move(ids[1], to: .bottom) == nil)
        #expect(await bench.agent.snapshots().map(\.queuePosition) == [nil, 3, 2, 1])
        #expect(await bench.agent.move(ids[1], to: .top) == nil)
        #expect(await bench.agent.snapshots().map(\.queuePosition) == [nil, 1, 3, 2])
        #expect(await bench.agent.move(ids[1], to: .down) == nil)
        #expect(await bench.agent.snapshots().map(\.queuePosition) == [nil, 2, 3, 1])
        #expect(await bench.agent.startNow(ids[2]) == nil)
        try await eventually("two run") { await bench.agent.record(ids[2])?.state.kind == .running }
        #expect(await bench.agent.record(ids[0])?.state.kind == .running)
        #expect(await bench.agent.record(ids[3])?.state == .queued)
        #expect(await bench.agent.move(ids[0], to: .top) != nil)
        await bench.stop()
        origin.stop()
    }

    @Test func `a task that is to begin later waits for its time, and not when it is started now`() async throws {
        let origin = try Origin()
        let bench = try await Workbench()
        var request = DownloadRequest(urls: [origin.serve("/later.bin", .file(size: 100))])
        request.earliestBegin = RealClocks().now().wall.advanced(by: .seconds(3_600))
        let id = try await bench.agent.add([request])[0]
        try await eventually("it waits") {
            guard case .waiting(let wait) = await bench.agent.snapshot(of: id)?.state else { return false }
            return wait.reason == .startTime && wait.until == request.earliestBegin
        }
        #expect(origin.log.isEmpty)
        #expect(await bench.agent.startNow(id) == nil)
        guard case .finished = try await bench.end(of: id) else {
            Issue.record("it should end well")
            return
        }
        await bench.stop()
        origin.stop()
    }

    @Test func `what cannot be stored is said, and no file is published that is not on record`() async throws {
        let origin = try Origin()
        let bench = try await Workbench()
        var request = DownloadRequest(urls: [origin.serve("/a.bin", .file(size: 1 << 20).limited(to: 1 << 20))])
        request.waitsForDisk = true
        let id = try await bench.agent.add([request])[0]
        try await eventually("it runs") { await bench.agent.record(id)?.state.kind == .running }
        await bench.store.fail(with: Failure(.diskFull, "full"))
        try await eventually("it waits for the disk", timeout: .seconds(20)) {
            guard case .waiting(let wait) = await bench.agent.record(id)?.state else { return false }
            return wait.reason == .diskFull
        }
        #expect(try Directory.open(bench.folder.appending("docs")).names().allSatisfy { !$0.hasSuffix(".bin") })
        #expect(await bench.agent.command(.pause, id)?.reason.contains("could not be stored") == true)
        #expect(await bench.agent.storeProblem != nil)
        await #expect(throws: Failure.self) { try await bench.agent.add([request]) }
        await bench.store.fail(with: nil)
        #expect(await bench.agent.command(.resume, id) == nil)
        guard case .finished = try await bench.end(of: id) else {
            Issue.record("it should end well")
            return
        }
        #expect(await bench.agent.storeProblem == nil)
        await bench.stop()
        origin.stop()
    }

    @Test func `a documents folder that is gone is waited for, never made anew under a running agent`() async throws {
        let origin = try Origin()
        let bench = try await Workbench()
        var request = DownloadRequest(urls: [origin.serve("/a.bin", .file(size: 1_000))])
        request.waitsForDisk = true
        let folder = try Directory.open(bench.folder.path)
        try folder.renameReplacing("docs", to: "elsewhere", in: folder)
        let id = try await bench.agent.add([request])[0]
        try await eventually("it waits") {
            guard case .waiting(let wait) = await bench.agent.record(id)?.state else { return false }
            return wait.reason == .directoryMissing
        }
        #expect(try folder.status(of: "docs") == nil)
        try folder.renameReplacing("elsewhere", to: "docs", in: folder)
        guard case .finished = try await bench.end(of: id) else {
            Issue.record("it should end well")
            return
        }
        await bench.stop()
        origin.stop()
    }
}
