import Glibc
import Platform

/// The threads of a process, as the kernel counts them.
public struct ProcessThreads: Sendable, Equatable {
    /// How often each was given the processor or lost it, by the thread's number.
    public let switches: [String: Int]

    /// What they are called, sorted.
    public let names: [String]

    public init(of process: Int32) throws {
        let folder = "/proc/\(process)/task"
        var switches: [String: Int] = [:]
        var names: [String] = []
        for thread in try Directory.open(folder).names() {
            for line in Self.text("\(folder)/\(thread)/status").split(separator: "\n") {
                let words = line.split(whereSeparator: \.isWhitespace)
                guard words.count == 2 else { continue }
                if words[0] == "Name:" { names.append(String(words[1])) }
                if words[0].hasSuffix("ctxt_switches:") { switches[thread, default: 0] += Int(words[1]) ?? 0 }
            }
        }
        self.switches = switches
        self.names = names.sorted()
    }

    /// `HAUL_IDLE=60` asks for so many seconds instead of four.
    private static let rest = getenv("HAUL_IDLE").flatMap { Double(String(cString: $0)) } ?? 4

    /// Waits until none of these processes has run for four seconds, at all; throws when that does not come about.
    public static func becomeIdle(_ processes: [Int32], timeout: Duration = .seconds(180)) async throws {
        var last: [ProcessThreads] = []
        var since = ContinuousClock.now
        try await eventually("no thread of \(processes) wakes up", timeout: timeout) {
            // Looking is work too, for a machine that others use.
            try await Task.sleep(for: .milliseconds(50))
            let now = try processes.map { try ProcessThreads(of: $0) }
            if now != last { since = .now }
            last = now
            return ContinuousClock.now - since > .seconds(rest)
        }
    }

    private static func text(_ path: String) -> String {
        readFile(path).map { String(decoding: $0, as: UTF8.self) } ?? ""
    }
}
