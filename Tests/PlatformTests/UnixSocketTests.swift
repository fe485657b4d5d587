import Platform
import Synchronization
import TestSupport
import Testing

@Suite struct UnixSocketTests {
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    var path: String { folder.path + "/s" }

    func code(_ body: () throws -> Void) -> SystemError.Code? {
        do {
            try body()
            return nil
        } catch {
            return (error as? SystemError)?.code
        }
    }

    @Test func `only this user may connect, and each end knows the other`() throws {
        let listener = try UnixListener(path: path)
        #expect(try folder.directory.status(of: "s")?.mode == 0o600)
        #expect(try folder.directory.names() == ["s"])
        #expect(try listener.accept() == nil)
        let client = try UnixSocket.connect(path)
        let server = try #require(try Held(listener.accept()))
        let expected = PeerIdentity(pid: ThisProcess.id, uid: ThisProcess.userID)
        #expect(try UnixSocket.peer(of: server.number) == expected)
        #expect(try UnixSocket.peer(of: client.rawValue) == expected)
    }

    @Test func `nothing blocks, and an end is an end`() throws {
        let listener = try UnixListener(path: path)
        let client = try UnixSocket.connect(path)
        let server = try #require(try Held(listener.accept()))
        var buffer = [UInt8](repeating: 0, count: 16)
        #expect(try buffer.withUnsafeMutableBytes { try UnixSocket.read(server.number, into: $0) } == nil)
        let much = [UInt8](repeating: 1, count: 16 << 20)
        let taken = try much.withUnsafeBytes { try UnixSocket.send(client.rawValue, $0) }
        #expect(taken > 0 && taken < much.count)
        #expect(try much.withUnsafeBytes { try UnixSocket.send(client.rawValue, $0) } == 0)
        UnixSocket.shutDown(server.number)
        #expect(code { _ = try much.withUnsafeBytes { try UnixSocket.send(client.rawValue, $0) } } == .brokenPipe)
    }

    @Test func `a socket that nobody serves any more is replaced, one that is served is not`() throws {
        #expect(code { _ = try UnixSocket.connect(path) } == .noSuchFile)
        _ = try UnixListener(path: path)
        #expect(code { _ = try UnixSocket.connect(path) } == .connectionRefused)
        let listener = try UnixListener(path: path)
        _ = try UnixSocket.connect(path)
        #expect(code { _ = try UnixListener(path: path) } == .addressInUse)
        listener.removeFile()
        #expect(try folder.directory.names().isEmpty)
        #expect(!listener.isReachable)
    }

    @Test func `what is no socket is left alone, and so is another's socket`() throws {
        _ = try folder.directory.openFile("s", .write, creation: .exclusive)
        #expect(code { _ = try UnixListener(path: path) } == .exists)
        try folder.directory.remove("s")
        let first = try UnixListener(path: path)
        try folder.directory.remove("s")
        let second = try UnixListener(path: path)
        #expect(!first.isReachable)
        first.removeFile()
        #expect(second.isReachable)
    }

    @Test func `a link to a socket that is gone is replaced`() throws {
        try folder.directory.makeSymbolicLink("s", to: "/nowhere")
        try folder.directory.makeSymbolicLink("s", to: "/nowhere/else")
        let listener = try UnixListener(path: path)
        #expect(listener.isReachable)
        #expect(try folder.directory.status(of: "s")?.kind == .other)
    }

    @Test func `a folder that others may enter is refused`() throws {
        try folder.directory.setMode(0o750)
        #expect(code { _ = try UnixListener(path: path) } == .accessDenied)
        #expect(code { _ = try UnixListener(path: "/tmp/haul-test.sock") } == .accessDenied)
    }

    @Test(arguments: [107, 108, 500])
    func `a path that the kernel does not take is named`(length: Int) throws {
        let name = String(repeating: "n", count: length - folder.path.utf8.count - 1)
        let path = folder.path + "/" + name
        guard length > UnixSocket.longestPath else {
            let listener = try UnixListener(path: path)
            _ = try UnixSocket.connect(path)
            listener.removeFile()
            return
        }
        #expect(code { _ = try UnixSocket.connect(path) } == .nameTooLong)
        #expect(code { _ = try UnixListener(path: path) } == .nameTooLong)
        #expect(code { _ = try UnixSocket.connect("a\0b") } == .invalidArgument)
        #expect(code { _ = try UnixListener(path: "relative") } == .invalidArgument)
    }

    final class Held: Sendable {
        private let descriptor: Descriptor

        init?(_ descriptor: consuming Descriptor?) {
            guard let descriptor else { return nil }
            self.descriptor = descriptor
        }

        var number: Int32 { descriptor.rawValue }
    }
}
