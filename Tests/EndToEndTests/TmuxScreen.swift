import Glibc
import TestSupport
import Testing

/// A tmux server of its own with one window, which shows what a person would see.
final class TmuxScreen {
    private let sandbox: Sandbox
    private let socket: String
    private let more: [String: String]

    /// The server; 0 when it has been ended.
    private var server: pid_t = 0

    init(_ sandbox: Sandbox, command: [String], columns: Int, rows: Int, environment: [String: String] = [:]) async throws {
        self.sandbox = sandbox
        more = environment
        // One of its own each time: a server that was asked to end is still there for a moment.
        socket = sandbox.folder.appending("tmux-\(UInt32.random(in: .min ... .max))")
        // After the program its status is shown, so that the screen it leaves can be looked at.
        let quoted = command.map { "'" + $0 + "'" }.joined(separator: " ")
        let script = "\(quoted); echo \"ended with $?\"; exec cat"
        try await tmux(["-f", "/dev/null", "new-session", "-d", "-x", "\(columns)", "-y", "\(rows)", script])
        server = try await tmux(["display-message", "-p", "#{pid}"]).split(separator: "\n").first.flatMap { pid_t($0) } ?? 0
    }

    deinit {
        // A test that fails does not come to its `stop`.
        if server > 0 { kill(server, SIGTERM) }
    }

    /// Ends the server, and with it what runs in it.
    func stop() async throws {
        server = 0
        try await tmux(["kill-server"])
    }

    func press(_ keys: String...) async throws {
        try await tmux(["send-keys"] + keys)
    }

    func resize(columns: Int, rows: Int) async throws {
        try await tmux(["resize-window", "-x", "\(columns)", "-y", "\(rows)"])
    }

    /// The lines of the screen as text.
    func lines() async throws -> [String] {
        try await tmux(["capture-pane", "-p"]).split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    }

    /// Waits until the screen fulfils a condition and returns its lines.
    @discardableResult
    func wait(for condition: String, timeout: Duration = .seconds(15), _ holds: ([String]) -> Bool) async throws -> [String] {
        do {
            return try await eventually(condition, timeout: timeout) {
                let lines = try await lines()
                return holds(lines) ? lines : nil
            }
        } catch {
            let shown = try await lines().joined(separator: "\n")
            Issue.record("\(condition):\n\(shown)")
            throw error
        }
    }

    /// The cells at which a pattern stands on the screen, from top to bottom, as the terminal counts them.
    func places(of pattern: String) async throws -> [(row: Int, column: Int)] {
        try await tmux(["copy-mode", ";", "send-keys", "-X", "top-line", ";", "send-keys", "-X", "start-of-line"])
        var places: [(row: Int, column: Int)] = []
        while true {
            let cursor = "#{copy_cursor_y} #{copy_cursor_x}"
            let answer = try await tmux(["send-keys", "-X", "search-forward", pattern, ";", "display-message", "-p", cursor])
            let numbers = answer.split { $0 == " " || $0 == "\n" }.compactMap { Int($0) }
            guard numbers.count == 2 else { break }
            let place = (row: numbers[0], column: numbers[1])
            // The search begins again at the top.
            if let last = places.last, (place.row, place.column) <= (last.row, last.column) { break }
            places.append(place)
        }
        try await tmux(["send-keys", "-X", "cancel"])
        return places
    }

    @discardableResult
    private func tmux(_ words: [String]) async throws -> String {
        let path = sandbox.folder.appending("tmux.out")
        unlink(path)
        var streams = ChildProcess.Streams()
        streams.output = path
        streams.error = sandbox.folder.appending("tmux.err")
        let environment = sandbox.environment.merging(["TERM": "xterm-256color", "SHELL": "/bin/sh"]) { $1 }.merging(more) { $1 }
        let program = Program.named("tmux") ?? "tmux"
        try await ChildProcess(program, ["-S", socket] + words, environment: environment, streams: streams).ended()
        return readFile(path).map { String(decoding: $0, as: UTF8.self) } ?? ""
    }
}
