import Glibc
import TestSupport

/// A server program of the system in a folder of its own, on a loopback port of its own.
final class Server {
    let folder: TemporaryDirectory
    let port: UInt16
    private var process: ChildProcess?

    init(_ label: String) throws {
        folder = try TemporaryDirectory(label)
        port = try freePort()
    }

    /// Starts the program and waits until the port answers.
    func start(_ name: String, _ arguments: [String]) async throws {
        guard let path = Program.named(name) else { return }
        var streams = ChildProcess.Streams()
        streams.output = folder.appending("server.out")
        streams.error = folder.appending("server.err")
        let environment = ["PATH": "/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin", "HOME": folder.path]
        let process = try ChildProcess(path, arguments, environment: environment, streams: streams)
        self.process = process
        try await eventually("\(name) listens: \(log)") { Self.answers(port) || !process.isRunning }
    }

    /// What it said, for a failing test.
    var log: String {
        folder.read("server.err").map { String(decoding: $0, as: UTF8.self) } ?? ""
    }

    /// Runs a program to its end.
    func run(_ name: String, _ arguments: [String]) async throws {
        guard let path = Program.named(name) else { return }
        var streams = ChildProcess.Streams()
        streams.error = folder.appending("tool.err")
        let environment = ["PATH": "/usr/local/bin:/usr/bin:/bin", "HOME": folder.path]
        let exit = try await ChildProcess(path, arguments, environment: environment, streams: streams).ended()
        guard exit == .status(0) else { throw PosixError(name) }
    }

    /// Writes generated content and returns its path.
    func file(_ name: String, _ content: GeneratedContent) throws -> String {
        let path = folder.appending(name)
        let descriptor = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else { throw PosixError("open") }
        defer { close(descriptor) }
        let bytes = content.bytes
        guard write(descriptor, bytes, bytes.count) == bytes.count else { throw PosixError("write") }
        return path
    }

    private static func answers(_ port: UInt16) -> Bool {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        defer { close(descriptor) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        return withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { raw in
                connect(descriptor, raw, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
            }
        }
    }
}
