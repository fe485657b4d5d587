import Platform
import TestSupport
import Testing

/// The executors of a program, in a program: this one has those of the test runner.
@Suite struct ProgramExecutorsTests {
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    func start(_ check: String, _ threads: String = "several") throws -> ChildProcess {
        let here = (ThisProcess.program ?? "/").split(separator: "/").dropLast().map { "/" + $0 }.joined()
        var plan = ChildProcess.Plan(
            program: here + "/sample-tasks",
            arguments: [check, threads],
            environment: Environment(Spawn.sanitizerVariables)
        )
        plan.log = folder.path + "/log"
        return try ChildProcess(plan)
    }

    var log: String {
        readFile(folder.path + "/log").map { String(decoding: $0, as: UTF8.self) } ?? ""
    }

    @Test(arguments: ["many", "sleeps", "cancelled", "starvation", "blocked", "main", "actors"])
    func `tasks run, sleep and stay isolated`(check: String) async throws {
        let ending = await (try start(check)).ended()
        #expect(ending == .exited(0), "\(log)")
        #expect(log == "")
    }

    @Test(arguments: ["many", "sleeps", "cancelled", "actors", "alone"])
    func `the same on one thread`(check: String) async throws {
        let ending = await (try start(check, "one")).ended()
        #expect(ending == .exited(0), "\(log)")
        #expect(log == "")
    }

    @Test(arguments: ["several", "one"]) func `a signal is heard while the main thread waits`(threads: String) async throws {
        let child = try start("signal", threads)
        try await eventually("it is ready") { log == "ready\n" }
        child.id.send(.user1)
        #expect(await child.ended() == .exited(0), "\(log)")
    }

    @Test func `a program of one thread that waits does not wake up and has no other`() async throws {
        let child = try start("idle", "one")
        try await eventually("it is ready") { log == "ready\n" }
        try await ProcessThreads.becomeIdle([child.id.rawValue])
        #expect(try ProcessThreads(of: child.id.rawValue).names == ["sample-tasks"])
        child.id.send(.terminate)
        #expect(await child.ended() == .killed(.terminate))
    }

    @Test func `a program that waits does not wake up`() async throws {
        let child = try start("idle")
        try await eventually("it is ready") { log == "ready\n" }
        try await ProcessThreads.becomeIdle([child.id.rawValue])
        // And no thread is there that is not ours.
        let names = try ProcessThreads(of: child.id.rawValue).names
        #expect(names.allSatisfy { $0 == "sample-tasks" || $0.hasPrefix("haul-task-") }, "\(names)")
        #expect((4...10).contains(names.count), "\(names)")
        child.id.send(.terminate)
        #expect(await child.ended() == .killed(.terminate))
    }
}
