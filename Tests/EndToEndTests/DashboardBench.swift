import Glibc
import TestSupport
import Testing

/// What tests of the dashboard share: an origin whose files run, wait or fail as asked, an agent of their own, and the commands that ask it.
struct DashboardBench {
    let sandbox: Sandbox
    let origin: Origin

    /// Begins with an agent that runs twelve downloads at once.
    init(_ configuration: String = "[downloads]\nmax_concurrent = 12\nmax_connections = 1\nmax_connections_per_host = 12\n") throws {
        sandbox = try Sandbox()
        origin = try Origin()
        mkdir(sandbox.folder.appending("home/Documents"), 0o700)
        try DashboardRun.configure(sandbox, "[documents]\ndirectory = \"\(sandbox.documents)\"\n" + configuration)
    }

    // MARK: - The origin

    /// A file that runs for as long as a test does.
    func slow(_ name: String, rate: Int64 = 200_000) -> String {
        origin.serve("/\(name)", .file(size: 100 << 20).limited(to: rate))
    }

    func small(_ name: String, size: Int64 = 2_000) -> String {
        origin.serve("/\(name)", .file(size: size))
    }

    func missing(_ name: String) -> String {
        origin.serve("/\(name)", .status(404))
    }

    // MARK: - The agent

    /// Runs a command to its end and returns what it printed.
    @discardableResult
    func command(_ words: String..., status expected: Int32 = 0) async throws -> Run {
        let run = try sandbox.start(words)
        let status = try await run.status(within: .seconds(30))
        #expect(status == expected, "\(words): \(run.errors)")
        return run
    }

    /// Queues addresses with `haul add`.
    func add(_ urls: [String], _ words: [String] = []) async throws {
        let run = try sandbox.start(["add"] + words + urls)
        #expect(try await run.status(within: .seconds(30)) == 0, "\(run.errors)")
    }

    /// What the agent says of every task, by the last part of its address.
    func tasks() async throws -> [String: JSON] {
        let run = try sandbox.start(["list", "--all", "--json"])
        #expect(try await run.status(within: .seconds(30)) == 0, "\(run.errors)")
        let pairs = try run.events().map { ($0["url"]?.string?.split(separator: "/").last.map(String.init) ?? "", $0) }
        return Dictionary(pairs) { first, _ in first }
    }

    /// The state of every task.
    func states() async throws -> [String: String] {
        try await tasks().compactMapValues { $0["state"]?.string }
    }

    /// Waits until the tasks are in these states.
    func wait(for wanted: [String: String], _ run: DashboardRun? = nil) async throws {
        do {
            try await eventually("\(wanted)", timeout: .seconds(20)) {
                let states = try await states()
                return wanted.allSatisfy { states[$0.key] == $0.value }
            }
        } catch {
            Issue.record("\(try await states())\n\(run?.screen.text ?? "")")
            throw error
        }
    }
}

extension VirtualScreen {
    /// The number of the row under the cursor; nil without one.
    var cursorRow: Int? { lines.firstIndex { $0.hasPrefix(">") } }

    /// The row under the cursor.
    var cursorLine: String { cursorRow.map { lines[$0] } ?? "" }

    /// The first row that names something.
    func line(_ name: String) -> String { lines.first { $0.contains(name) } ?? "" }

    /// The rows of the list that have a mark.
    var marked: [String] { lines.filter { $0.dropFirst().first == "●" } }

    var footer: String { lines.last ?? "" }
}

extension DashboardRun {
    static let escape = "\u{1B}"

    var screen: VirtualScreen { terminal.screen }

    /// Presses Escape and waits until it can be taken for nothing else.
    ///
    /// A letter right behind it would be that letter with Alt, and nothing on the screen says when that time is over.
    func pressEscape() async throws {
        terminal.type(Self.escape)
        try await Task.sleep(for: .milliseconds(60))
    }
}
