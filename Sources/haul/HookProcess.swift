internal import DownloadCore
internal import Headless
internal import Platform

/// Runs hooks as processes of their own: without a shell, without our terminal, with a time limit.
struct HookProcess: HookRunner {
    private let environment: Environment
    private let home: String

    /// Where their output goes; nil for nowhere.
    private let log: String?

    /// One that does not end when it is asked to has so long.
    private static let grace = Duration.seconds(5)

    init(environment: Environment, home: String, log: String?) {
        self.environment = environment
        self.home = home
        self.log = log
    }

    func run(_ order: HookOrder) async -> HookEnding {
        guard let name = order.command.first, !name.isEmpty else { return .failed("has no program") }
        guard let program = name.contains("/") ? name : environment.program(name) else { return .failed("was not found on PATH") }
        var plan = ChildProcess.Plan(program: program, arguments: Array(order.command.dropFirst()), environment: environment)
        for (name, value) in order.facts.environment { plan.environment.variables[name] = value }
        if order.isRepeated == true { plan.environment.variables["HAUL_REPEATED"] = "1" }
        plan.input = Array((HookJSON.line(order.facts, isRepeated: order.isRepeated == true) + "\n").utf8)
        plan.folder = home
        plan.isDetached = true
        plan.log = log
        let child: ChildProcess
        do throws(SystemError) {
            child = try ChildProcess(plan)
        } catch {
            return .failed("could not be started: \(error.message)")
        }
        return await end(of: child, within: .clamping(seconds: order.timeout))
    }

    private func end(of child: ChildProcess, within limit: Duration) async -> HookEnding {
        let clock = Task {
            do { try await Task.sleep(for: limit) } catch { return false }
            child.sendToGroup(.terminate)
            // The program itself may go and leave children behind that hold on.
            do { try await Task.sleep(for: Self.grace) } catch { return true }
            child.sendToGroup(.kill)
            return true
        }
        let ending = await child.ended()
        clock.cancel()
        if await clock.value {
            child.sendToGroup(.kill)
            return .failed("was ended after \(Int64(limit.inSeconds)) s")
        }
        switch ending {
        case .exited(0): return .done
        case .exited(let status): return .failed("ended with status \(status)")
        case .killed(let signal): return .failed("was ended by signal \(signal.rawValue)")
        case nil: return .failed("cannot be waited for")
        }
    }
}
