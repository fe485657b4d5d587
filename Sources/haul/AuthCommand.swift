internal import AgentLink
internal import DownloadCore
internal import Headless
internal import Platform
internal import Screen

/// `haul auth`: answers a task that waits for a name and a password.
enum AuthCommand {
    static func run(_ term: TaskTerm, user: String?, password: String?, _ common: CommonOptions) async -> Int32 {
        await AgentCommand.run("auth", common) { (command) throws(Context.Problem) in
            let task = try await TaskFinder(command: command).one(term)
            let host = Address(task.finalURL ?? task.url)?.host ?? "the server"
            var call = EditCall(task: task.id)
            call.credentials = try credentials(user: user, password: password, host: host)
            _ = try await command.call(call)
            return 0
        }
    }

    private static func credentials(user: String?, password: String?, host: String) throws(Context.Problem) -> Credentials {
        guard ThisProcess.isTerminal(0) else {
            // The name cannot come from there as well: nobody could tell which line is which.
            guard let user else { throw Context.Problem(["haul: without a terminal the name must be given with -u NAME."], 28) }
            if let password { return Credentials(user: user, password: password) }
            return Credentials(user: user, password: try firstLine())
        }
        let name: String
        if let user {
            name = user
        } else {
            Output.write("Name for \(Sanitizer.visible(host)): ", to: .error)
            name = try firstLine()
        }
        if let password { return Credentials(user: name, password: password) }
        guard let asked = ThisProcess.askForSecret("Password for \(Sanitizer.visible(name)) at \(Sanitizer.visible(host)): ") else {
            throw Context.Problem(["haul: the password could not be asked for; give it on standard input."], 28)
        }
        return Credentials(user: name, password: asked)
    }

    private static let longestLine = 4_096

    /// The first line of standard input, without its end.
    private static func firstLine() throws(Context.Problem) -> String {
        var line: [UInt8] = []
        do throws(SystemError) {
            let input = try File.standardInput()
            while !line.contains(0x0A), line.count < longestLine {
                let bytes = try input.readNext(atMost: longestLine)
                if bytes.isEmpty { break }
                line += bytes
            }
        } catch {
            throw Context.Problem(["haul: standard input cannot be read: \(error.message)."], 15)
        }
        line = Array(line.prefix { $0 != 0x0A })
        if line.last == 0x0D { line.removeLast() }
        guard !line.isEmpty, let text = String(validating: line, as: UTF8.self) else {
            throw Context.Problem(["haul: standard input holds no line of text to be used."], 28)
        }
        return text
    }
}
