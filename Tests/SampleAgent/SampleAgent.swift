internal import AgentLink
internal import Desktop
internal import Platform

/// An agent that owns nothing: it takes the lock, listens and says hello, or misbehaves as `SAMPLE_AGENT` says.
///
/// `mute` accepts and never answers, `fail` ends at once with a sentence, `late` waits a little before it listens, `deaf` never listens,
/// `killed` is killed before it listens, `killed-once` only the first time.
/// `SAMPLE_VERSION` is the version that it gives.
@main
struct SampleAgent: LinkService {
    let hello: HelloCall.Reply
    let stopped = Occasion<String>()

    static func main() async throws {
        guard ThisProcess.arguments == ["agent", "run"] else { Output.exit(2) }
        let place = try AgentPlace()
        let mode = place.environment["SAMPLE_AGENT"] ?? ""
        if mode == "fail" {
            Output.write("sample-agent: the store cannot be opened\n", to: .error)
            Output.exit(5)
        }
        let folder = try Directory.make(place.stateFolder)
        guard try folder.lock() else { Output.exit(AgentFinder.lostRace) }
        let hasStarted = try folder.status(of: "starts") != nil
        // Who got this far is counted by the tests.
        try folder.openFile("starts", .write, creation: .ifMissing).append(at: folder.status(of: "starts")?.size ?? 0)
        if mode == "killed" || mode == "killed-once" && !hasStarted { ProcessID(rawValue: ThisProcess.id).send(.kill) }
        if mode == "deaf" { _ = await Occasion<Void>().value() }
        if mode == "late" { NamedThread.pause(milliseconds: 300) }
        let manager = ServiceManager(environment: place.environment)
        let listener = try manager.takeListeners().first?.listener ?? place.listen()
        if mode == "mute" { _ = await Occasion<Void>().value() }
        let version = place.environment["SAMPLE_VERSION"] ?? ProgramVersion.text
        let agent = SampleAgent(
            hello: .init(link: LinkVersion.current, version: version, pid: ThisProcess.id, store: "sample", documents: "/")
        )
        let server = try LinkServer(listener, service: agent)
        await server.start()
        manager.tell(.ready, .status("no tasks\nat all"))
        _ = await agent.stopped.value()
        manager.tell(.stopping)
        listener.removeFile()
        await server.stop()
        Output.exit(0)
    }

    func opened(_ connection: LinkConnection) async -> CallTable {
        var calls = CallTable()
        calls.on(HelloCall.self) { _ in hello }
        calls.on(StopCall.self) { call in
            await connection.send(GoodbyeNotice(reason: call.handsOver ? "handover" : "stopped"))
            stopped.happen("stopped")
            return NoReply()
        }
        return calls
    }

    func closed(_ connection: LinkConnection) async {}
}

extension File {
    borrowing func append(at offset: Int64) throws {
        try write(Array("start\n".utf8), at: offset)
    }
}
