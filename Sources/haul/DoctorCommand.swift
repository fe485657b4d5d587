internal import AgentLink
internal import Configuration
internal import DownloadCore
internal import Headless
internal import Platform
internal import Transport

/// `haul doctor`: looks at everything; what it means is for `Doctor` to say.
struct DoctorCommand {
    private let options: DoctorOptions
    private let environment = Environment.current()

    static func run(_ options: DoctorOptions) async -> Int32 {
        do throws(Context.Problem) {
            let facts = try await DoctorCommand(options: options).look()
            let style = AgentCommand.style(options.common, nil)
            let findings = Doctor(facts, style: options.common.isJSON ? nil : style).findings
            if options.common.isJSON {
                AgentCommand.print(DoctorText.jsonLines(findings, probe: facts.probe))
            } else {
                AgentCommand.print(DoctorText.lines(findings, style: style))
                AgentCommand.print(["", DoctorText.summary(findings)])
            }
            return DoctorText.status(findings)
        } catch {
            return error.tell()
        }
    }

    private func look() async throws(Context.Problem) -> DoctorFacts {
        let place: AgentPlace
        do throws(SystemError) {
            place = try AgentPlace(environment: environment)
        } catch {
            throw Context.Problem(["haul: \(error.description)"], 1)
        }
        let named = options.common.configurationFile ?? environment["HAUL_CONFIG"]
        let file = named.map(ThisProcess.absolutePath) ?? place.folders.configurationFile
        var (settings, problems): (Settings, [String]?) = (Settings(), nil)
        do throws(ConfigurationReader.Problem) {
            settings = try ConfigurationReader.settings(file: file, mustExist: named != nil)
            if (try? FileStatus.of(path: file)) != nil { problems = [] }
        } catch {
            problems = error.lines
        }
        let directory = ThisProcess.absolutePath(settings.documents.directory(home: place.folders.home))
        var facts = DoctorFacts(
            version: ProgramVersion.text,
            now: SystemClocks().now().wall,
            socket: place.sockets.first ?? "",
            log: place.logFile,
            configurationFile: file,
            documents: Self.folder(directory),
            state: Self.folder(place.folders.state + "/haul")
        )
        if let fault = Self.fault(inside: facts.state) { facts.state = fault }
        if let runtime = place.folders.runtime, let owner = (try? FileStatus.of(path: runtime))??.owner, owner != ThisProcess.userID {
            facts.foreignRuntime = runtime
        }
        facts.session = options.session
        facts.configurationProblems = problems
        facts.configurationNotes = ConfigurationReader.notes(file: file, environment: environment)
        await askAgent(&facts)
        if let url = options.probe { facts.probe = await probe(url, settings, home: place.folders.home) }
        return facts
    }

    // MARK: - The agent

    /// How long an agent may take to answer; one that is stopped never does.
    private static let patience = Duration.seconds(5)

    private func askAgent(_ facts: inout DoctorFacts) async {
        let client: LinkClient
        do throws(LinkError) {
            client = try await AgentFinder.connect(as: "haul doctor", startsAgent: false)
        } catch {
            facts.agent = error.code == .unreachable && error.detail == "no agent runs" ? .absent : .broken(error.detail)
            return
        }
        do throws(LinkError) {
            let status = try await client.call(StatusCall(), timeout: Self.patience)
            facts.agent = .running(AgentReport(status))
            // Where files really go is for the agent to say: it may have read another configuration.
            if status.documents != facts.documents.path { facts.documents = Self.folder(status.documents) }
            let sessions = try await client.call(SessionsCall(), timeout: Self.patience).sessions
            facts.sessions = sessions
            facts.launches = sessions.filter { options.session == nil || $0.identifier == options.session }.compactMap(launch)
            facts.tasks = try await tasks(client)
        } catch {
            facts.agent = .broken(error.detail)
        }
        await client.close()
    }

    private func tasks(_ client: LinkClient) async throws(LinkError) -> [TaskSnapshot] {
        var found: [TaskSnapshot] = []
        var after: TaskID?
        while true {
            let reply = try await client.call(TasksCall(includesEnded: true, after: after), timeout: Self.patience)
            found += reply.tasks.map(\.snapshot).filter { !$0.state.isEnded || $0.state.kind == .failed }
            guard let next = reply.next, after.map({ next > $0 }) ?? true else { return found }
            after = next
        }
    }

    /// Whether the program of a session can be run as the agent would run it.
    private func launch(_ session: SessionSummary) -> DoctorFacts.LaunchProgram? {
        guard let command = session.launchCommand, let word = command.first else { return nil }
        let found = word.contains("/") ? word : environment.program(word)
        let path = found ?? word
        let kind = (try? FileStatus.of(path: path))??.kind
        let state: DoctorFacts.LaunchProgram.State =
            kind == nil || found == nil ? .missing : kind == .regular && FileAccess.isExecutable(path) ? .runnable : .notExecutable
        return DoctorFacts.LaunchProgram(session: session.identifier, command: command, path: path, state: state)
    }

    // MARK: - The machine

    /// The first folder of stores that cannot be used, when the one around it can.
    private static func fault(inside state: DoctorFacts.Documents) -> DoctorFacts.Documents? {
        guard state.state == .writable else { return nil }
        return ["agent", "run"].map { folder(state.path + "/" + $0) }.first { $0.state != .writable && $0.state != .notYetThere }
    }

    private static func folder(_ directory: String) -> DoctorFacts.Documents {
        var path = directory
        var state = DoctorFacts.Documents.State.writable
        // What is not there yet is made in the nearest folder that is.
        while (try? FileStatus.of(path: path)) ?? nil == nil, path != "/" {
            state = .notYetThere
            path = "/" + path.split(separator: "/").dropLast().joined(separator: "/")
        }
        if (try? FileStatus.of(path: path))??.kind != .directory {
            state = .notADirectory
        } else if let fault = FileAccess.readingFault(path), path == directory {
            state = .notReadable(fault.message)
        } else if let fault = FileAccess.writingFault(path) {
            state = .notWritable(fault.message)
        }
        let free = (try? Directory.open(path).freeSpace()) ?? nil
        return DoctorFacts.Documents(path: directory, state: state, fileSystem: FileAccess.fileSystem(path), free: free)
    }

    // MARK: - The server

    private func probe(_ url: String, _ settings: Settings, home: String) async -> ProbeReport {
        await Probe(options: Probe.Options(settings, home: home)).run(url)
    }
}

extension AgentReport {
    init(_ status: StatusCall.Reply) {
        let counts = status.tasks.compactMap { name, count in TaskState.Kind(rawValue: name).map { ($0, count) } }
        self.init(
            version: status.version,
            pid: status.pid,
            uptime: .clamping(seconds: status.uptime),
            connections: status.connections,
            tasks: Dictionary(counts) { first, _ in first },
            documents: status.documents,
            freeSpace: status.freeSpace,
            speed: status.speed,
            rateLimit: status.rateLimit,
            problems: status.problems,
            storeProblems: status.storeProblems ?? [],
            isService: status.isService
        )
        conditions = status.conditions?.conditions
        documentsProblem = status.documentsProblem
        whenDone = status.whenDone.flatMap(PowerOrder.init)
        pending = status.pending ?? []
    }
}
