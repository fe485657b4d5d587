public import DownloadCore
internal import Platform

/// Starts the programs of sessions.
public struct ProgramLauncher: Launcher {
    private let environment: [String: String]
    private let home: String

    /// - Parameters:
    ///   - environment: what the programs inherit.
    ///   - home: the folder in which those start that name none.
    public init(environment: [String: String], home: String) {
        self.environment = environment
        self.home = home
    }

    public func isAlive(_ holder: SessionRecord.Holder) -> Bool {
        let process = ProcessID(rawValue: holder.pid)
        guard process.isAlive else { return false }
        // The number may have gone to another process since.
        return holder.started == 0 || process.startTime == holder.started
    }

    public func launch(
        _ order: SessionConfiguration.LaunchOrder,
        environment added: [String: String],
        ended: @escaping @Sendable (Int32) -> Void
    ) async throws(Failure) -> Int32 {
        var variables = Environment(environment)
        for (name, value) in order.environment.merging(added, uniquingKeysWith: { $1 }) { variables.variables[name] = value }
        guard let name = order.arguments.first else { throw Failure(.openFile, "its launch command is empty") }
        guard let program = name.contains("/") ? name : variables.program(name) else {
            throw Failure(.openFile, "\(name) is not on PATH")
        }
        var plan = ChildProcess.Plan(program: program, arguments: Array(order.arguments.dropFirst()), environment: variables)
        plan.folder = order.workingDirectory ?? home
        plan.isDetached = true
        do throws(SystemError) {
            let child = try ChildProcess(plan)
            Task {
                let status: Int32 = if case .exited(let status) = await child.ended() { status } else { -1 }
                ended(status)
            }
            return child.id.rawValue
        } catch {
            throw Failure(.openFile, error.description)
        }
    }
}

/// This process.
enum ProcessInformation {
    static var pid: Int32 { ThisProcess.id }
}
