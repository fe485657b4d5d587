import Glibc
import TestSupport
import Testing

/// The dashboard on a terminal device, with what its tests ask of the bytes that it draws.
struct DashboardRun {
    let terminal: PseudoTerminal
    let process: ChildProcess

    static let focusOut = "\u{1B}[O"
    static let focusIn = "\u{1B}[I"
    private static let beginFrame = "\u{1B}[?2026h"
    private static let endFrame = "\u{1B}[?2026l"

    /// Starts it with these words after the documents folder, or with those of another command.
    init(
        _ sandbox: Sandbox,
        _ words: [String] = [],
        program: [String]? = nil,
        term: String = "xterm-256color",
        environment: [String: String] = [:],
        columns: UInt16 = 100,
        rows: UInt16 = 30
    ) throws {
        terminal = try PseudoTerminal(columns: columns, rows: rows)
        var streams = ChildProcess.Streams()
        streams.terminal = terminal.path
        let variables = sandbox.environment.merging(["TERM": term, "SWIFT_BACKTRACE": "enable=no"]) { $1 }.merging(environment) { $1 }
        let arguments = program ?? ["-d", sandbox.documents] + words
        process = try ChildProcess(Program.haul, arguments, environment: variables, streams: streams)
    }

    /// Waits until the first screen is there.
    func started(_ text: String = "help") async throws {
        try await terminal.wait(for: text, timeout: .seconds(20))
    }

    /// Says that the terminal shows whole frames at once, and waits for such a frame.
    func answersFrames() async throws {
        terminal.type("\u{1B}[?2026;2$y")
        terminal.type("?")
        try await terminal.wait(for: Self.beginFrame)
        terminal.type("\u{1B}")
    }

    /// Writes the configuration, or a theme, of a sandbox.
    static func configure(_ sandbox: Sandbox, _ text: String, file: String = "config.toml") throws {
        mkdir(sandbox.folder.appending("config/haul"), 0o700)
        mkdir(sandbox.folder.appending("config/haul/themes"), 0o700)
        try sandbox.folder.write(text, to: "config/haul/" + file)
    }

    /// Waits until nothing has been drawn for a while.
    func quiet(for time: Duration = .milliseconds(600)) async throws {
        var count = terminal.drawn.count
        var since = ContinuousClock.now
        try await eventually("nothing is drawn", timeout: .seconds(20)) {
            let now = terminal.drawn.count
            if now != count { (count, since) = (now, .now) }
            return ContinuousClock.now - since > time
        }
    }

    func quit() async throws {
        terminal.type("q")
        #expect(try await process.ended(within: .seconds(10)) == .status(0))
    }

    /// The sizes of the frames in bytes, in a terminal that shows whole ones.
    var frames: [Int] {
        terminal.output.pieces(between: Self.beginFrame, and: Self.endFrame).map(\.utf8.count)
    }

    /// The last that was said of every private mode: true for set.
    var modes: [Int: Bool] {
        var modes: [Int: Bool] = [:]
        for piece in terminal.output.split(separator: "\u{1B}", omittingEmptySubsequences: false) where piece.hasPrefix("[?") {
            let numbers = piece.dropFirst(2).prefix { $0.isNumber || $0 == ";" }
            guard let final = piece.dropFirst(2 + numbers.count).first, final == "h" || final == "l" else { continue }
            for number in numbers.split(separator: ";").compactMap({ Int($0) }) { modes[number] = final == "h" }
        }
        return modes
    }

    /// The parameters of all colours and attributes (SGR) that were sent.
    var renditions: Set<String> {
        var found: Set<String> = []
        for piece in terminal.output.split(separator: "\u{1B}", omittingEmptySubsequences: false) where piece.hasPrefix("[") {
            let parameters = piece.dropFirst().prefix { $0.isNumber || $0 == ";" || $0 == ":" }
            if piece.dropFirst(1 + parameters.count).first == "m" { found.insert(String(parameters)) }
        }
        return found
    }

    /// Processor time in hundredths of a second.
    var processorTime: Int {
        guard let status = readFile("/proc/\(process.pid)/stat").map({ String(decoding: $0, as: UTF8.self) }) else { return 0 }
        let fields = (status.split(separator: ")").last ?? "").split(separator: " ")
        return fields.count > 13 ? (Int(fields[11]) ?? 0) + (Int(fields[12]) ?? 0) : 0
    }
}

extension String {
    /// The texts that stand between a beginning and the end after it.
    func pieces(between start: String, and end: String) -> [String] {
        var found: [String] = []
        for piece in pieces(separatedBy: start).dropFirst() {
            let parts = piece.pieces(separatedBy: end)
            if parts.count > 1 { found.append(parts[0]) }
        }
        return found
    }

    /// The pieces between the places where a separator stands.
    func pieces(separatedBy separator: String) -> [String] {
        let text = Array(utf8)
        let wanted = Array(separator.utf8)
        var pieces: [String] = []
        var start = 0
        var position = 0
        while position + wanted.count <= text.count {
            if text[position] == wanted[0], text[position..<position + wanted.count].elementsEqual(wanted) {
                pieces.append(String(decoding: text[start..<position], as: UTF8.self))
                position += wanted.count
                start = position
            } else {
                position += 1
            }
        }
        return pieces + [String(decoding: text[start...], as: UTF8.self)]
    }
}
