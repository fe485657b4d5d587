public import Platform

/// Where the agent of a user is found, and where it keeps its things.
public struct AgentPlace: Sendable {
    public let environment: Environment
    public let folders: Folders

    private static let socketName = "agent.sock"

    /// Reads the environment.
    ///
    /// - Throws: when there is no home folder.
    public init(environment: Environment = .current()) throws(SystemError) {
        self.environment = environment
        folders = try Folders(environment: environment)
    }

    /// The folder of the agent's store and log.
    public var stateFolder: String {
        folders.state + "/haul/agent"
    }

    public var logFile: String {
        stateFolder + "/agent.log"
    }

    /// The folders in which an agent may listen, the likeliest first.
    ///
    /// The one in the state folder holds a link to the other, for clients without a runtime folder: cron, or a bare `ssh`.
    var socketFolders: [String] {
        [folders.runtime.map { $0 + "/haul" }, folders.state + "/haul/run"].compactMap(\.self)
    }

    /// Where clients look for the agent, in this order.
    public var sockets: [String] {
        socketFolders.map { $0 + "/" + Self.socketName }
    }

    /// Listens for clients, as the agent; the caller holds the lock on the store.
    ///
    /// - Throws: what `UnixListener` throws, and what making the folder does.
    public func listen() throws(SystemError) -> UnixListener {
        let folder = try folders.makeRuntimeFolder()
        let listener = try UnixListener(path: folder.path(of: Self.socketName))
        let fallback = folders.state + "/haul/run"
        if folder.path != fallback, let path = listener.path {
            // Without it only those with the same runtime folder find the agent; that is no reason not to run.
            try? Directory.make(fallback).makeSymbolicLink(Self.socketName, to: path)
        }
        return listener
    }

    /// Opens the agent's log for appending, a new one when it has become long; of the long ones one is kept.
    ///
    /// - Returns: the path, which exists with mode 0600.
    func prepareLog() throws(SystemError) -> String {
        let folder = try Directory.make(stateFolder)
        if let status = try folder.status(of: "agent.log"), status.size > 1 << 20 {
            try folder.renameReplacing("agent.log", to: "agent.log.1", in: folder)
        }
        _ = try folder.openFile("agent.log", .write, creation: .ifMissing)
        return logFile
    }

    /// The last line of the log that says something; nil when there is none.
    var lastLogLine: String? {
        guard let file = try? File.open(logFile, .read), let size = try? FileStatus.of(path: logFile)?.size,
            let bytes = try? file.read(at: max(0, size - 4096), atMost: 4096)
        else {
            return nil
        }
        let lines = bytes.split(separator: UInt8(ascii: "\n")).map { String(decoding: $0, as: UTF8.self) }
        return lines.last { line in line.contains { !$0.isWhitespace } }.map { String($0.prefix(300)) }
    }

    /// Whether the person has asked systemd to keep the agent's socket.
    public var isSocketUnitEnabled: Bool {
        let unit = folders.configuration + "/systemd/user/sockets.target.wants/haul-agent.socket"
        return (try? FileStatus.of(path: unit)) != nil
    }

    /// The program that is run with the words `agent run`; nil when there is none.
    ///
    /// `HAUL_AGENT`, else this program when it is `haul`, else `haul` on `PATH`.
    var agentProgram: String? {
        if let named = environment["HAUL_AGENT"] {
            return named.contains("/") ? ThisProcess.absolutePath(named) : environment.program(named)
        }
        if let own = ThisProcess.program, own.hasSuffix("/haul") { return own }
        return environment.program("haul")
    }
}
