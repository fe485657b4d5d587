internal import DownloadCore
internal import Headless
internal import Platform
internal import Synchronization

/// Runs hooks as processes of their own: without a shell, without our terminal, with a time limit.
struct HookProcess: HookRunner {
    private let environment: Environment
    private let home: String
    private let pipes: HookPipes

    /// One that does not end when it is asked to has so long.
    private let grace: Duration
    private let running = Running()

    /// - Parameters:
    ///   - environment: what they inherit.
    ///   - home: the folder they start in.
    ///   - grace: so long one has between TERM and KILL.
    ///   - log: takes a line of what they print.
    init(environment: Environment, home: String, grace: Duration = .seconds(5), log: @escaping @Sendable (String) -> Void) {
        self.environment = environment
        self.home = home
        self.grace = grace
        pipes = HookPipes(log: log)
    }

    // Not on the agent's own thread: making a process takes a moment.
    @concurrent
    func run(_ order: HookOrder, began: @Sendable (HookRun) async -> Bool) async -> HookEnding {
        guard let name = order.command.first, !name.isEmpty else { return .failed("has no program") }
        guard let program = environment.path(of: name) else { return .failed("was not found on PATH") }
        var plan = ChildProcess.Plan(program: program, arguments: Array(order.command.dropFirst()), environment: environment)
        for (name, value) in order.facts.environment { plan.environment.variables[name] = value }
        if order.isRepeated == true { plan.environment.variables["HAUL_REPEATED"] = "1" }
        plan.input = Array((HookJSON.line(order.facts, isRepeated: order.isRepeated == true) + "\n").utf8)
        plan.folder = home
        let child: ChildProcess
        let printed: HookPipes.Printed
        do throws(SystemError) {
            let pipe = try Pipe()
            let held = try ChildProcess.hold(plan, output: pipe.writing.rawValue)
            printed = try pipes.read(pipe.takeReading(), of: order)
            let run = HookRun(pid: held.id.rawValue, started: held.id.startTime ?? 0, boot: ThisProcess.bootID() ?? "")
            guard await began(run) else { return .interrupted }
            let id = held.id
            guard running.begin(id) else { return .interrupted }
            do throws(SystemError) {
                child = try held.letGo()
            } catch {
                running.end(id)
                throw error
            }
        } catch {
            return .failed("could not be started: \(error.message)")
        }
        defer { running.end(child.id) }
        let ending = await end(of: child, within: .clamping(seconds: order.timeout))
        printed.finish()
        return ending
    }

    /// Kills all that run with what they have started, and lets none begin after that: for a process that leaves at once.
    func kill() {
        running.kill()
    }

    private func end(of child: ChildProcess, within limit: Duration) async -> HookEnding {
        let clock = Task {
            do { try await Task.sleep(for: limit) } catch { return false }
            await stop(child)
            return true
        }
        let ending = await child.ended()
        clock.cancel()
        let isLate = await clock.value
        switch ending {
        case nil:
            // The agent stops. A task of its own, since this one is cancelled.
            await Task { await stop(child) }.value
            return child.end == .exited(0) ? .done : .interrupted
        case _ where isLate: return .failed("was ended after \(Int64(limit.inSeconds)) s")
        case .exited(0): return .done
        case .exited(let status): return .failed("ended with status \(status)")
        case .killed(let signal): return .failed("was ended by signal \(signal.rawValue)")
        }
    }

    /// Asks it and all that it has started to end, and soon makes them.
    private func stop(_ child: ChildProcess) async {
        child.sendToGroup(.terminate)
        await withTaskGroup { group in
            group.addTask { _ = await child.ended() }
            group.addTask { [grace] in try? await Task.sleep(for: grace) }
            await group.next()
            group.cancelAll()
        }
        // The program itself may go and leave children behind that hold on.
        child.sendToGroup(.kill)
    }

    @concurrent
    func endLeft(_ run: HookRun, of order: HookOrder) async {
        let process = ProcessID(rawValue: run.pid)
        guard run.boot == ThisProcess.bootID(), run.started != 0, process.startTime == run.started else { return }
        let name = order.command.first ?? ""
        pipes.note("the hook \(name) that an agent before this one had begun still runs (process \(run.pid)): it is ended")
        process.sendToGroup(.terminate)
        _ = await process.ends(within: grace)
        process.sendToGroup(.kill)
    }
}

/// The processes of the hooks that run now, for those who cannot wait for anything.
private final class Running: Sendable {
    /// nil after all were killed.
    private let processes = Mutex<Set<ProcessID>?>([])

    /// Whether it may begin.
    func begin(_ id: ProcessID) -> Bool {
        processes.withLock { $0?.insert(id) != nil }
    }

    func end(_ id: ProcessID) {
        _ = processes.withLock { $0?.remove(id) }
    }

    func kill() {
        processes.withLock { processes in
            for id in processes ?? [] { id.sendToGroup(.kill) }
            processes = nil
        }
    }
}

extension Environment {
    /// Where a program is that a command names: as it stands, or on `PATH`; nil when it is not there.
    func path(of name: String) -> String? {
        name.contains("/") ? name : program(name)
    }
}
