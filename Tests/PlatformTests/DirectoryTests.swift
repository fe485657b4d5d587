import Glibc
import Platform
import Testing
import TestSupport

@Suite struct DirectoryTests {
    private let folder: TemporaryFolder

    private var directory: Directory { folder.directory }

    init() throws {
        folder = try TemporaryFolder()
    }

    private func write(_ name: String, _ text: String) throws {
        try directory.openFile(name, .write, creation: .exclusive).write(Array(text.utf8), at: 0)
    }

    private func read(_ name: String) throws -> String {
        String(decoding: try directory.openFile(name, .read).read(atMost: 1_000), as: UTF8.self)
    }

    private func code(_ body: () throws -> Void) -> SystemError.Code? {
        #expect(throws: SystemError.self) { try body() }?.code
    }

    @Test func `a name that is taken stops every exclusive operation`() throws {
        try write("a", "a")
        try write("b", "b")
        #expect(code { _ = try directory.openFile("a", .write, creation: .exclusive) } == .exists)
        #expect(code { try directory.renameExclusively("a", to: "b", in: directory) } == .exists)
        #expect(code { try directory.link("a", to: "b", in: directory) } == .exists)
        #expect(try !directory.makeDirectory("a"))
        #expect(try read("b") == "b")
    }

    @Test func `a free name is given by rename and by link`() throws {
        try write("a", "a")
        try directory.renameExclusively("a", to: "b", in: directory)
        try directory.link("b", to: "c", in: directory)
        #expect(try directory.names().sorted() == ["b", "c"])
        #expect(try directory.status(of: "c")?.linkCount == 2)
        #expect(try directory.status(of: "a") == nil)
        #expect(try directory.remove("b"))
        #expect(try !directory.remove("b"))
        #expect(try read("c") == "a")
    }

    @Test(arguments: ["", ".", "..", "a/b", "/etc/passwd", "a\0b"])
    func `only names of things directly inside are taken`(name: String) throws {
        #expect(code { _ = try directory.openFile(name, .write, creation: .ifMissing) } == .invalidArgument)
        #expect(code { _ = try directory.openDirectory(name) } == .invalidArgument)
        #expect(code { try directory.makeDirectory(name) } == .invalidArgument)
        #expect(code { try directory.remove(name) } == .invalidArgument)
        #expect(code { _ = try directory.status(of: name) } == .invalidArgument)
        #expect(code { try directory.renameExclusively("x", to: name, in: directory) } == .invalidArgument)
    }

    @Test func `links are never followed inside`() throws {
        try write("victim", "mine")
        #expect(symlink(folder.path + "/victim", folder.path + "/link") == 0)
        #expect(symlink("/", folder.path + "/root") == 0)
        #expect(code { _ = try directory.openFile("link", .write) } == .tooManyLinks)
        #expect(code { _ = try directory.openFile("link", .write, creation: .ifMissing) } == .tooManyLinks)
        #expect(code { _ = try directory.openFile("link", .write, creation: .exclusive) } == .exists)
        #expect(code { _ = try directory.openDirectory("root") } != nil)
        #expect(try directory.status(of: "link")?.kind == .symbolicLink)
        #expect(try read("victim") == "mine")
    }

    @Test func `a pipe under a name does not hold us up`() throws {
        #expect(mkfifo(folder.path + "/pipe", 0o600) == 0)
        let file = try directory.openFile("pipe", .read)
        #expect(try file.status().kind == .other)
    }

    @Test func `a folder that was moved is still the same folder`() throws {
        let inner = try Directory.make(folder.path + "/x/y")
        try directory.renameReplacing("x", to: "z", in: directory)
        try inner.openFile("f", .write, creation: .exclusive).close()
        #expect(try Directory.open(folder.path + "/z/y").names() == ["f"])
        #expect(try FileStatus.of(path: folder.path + "/x") == nil)
    }

    @Test func `folders are made with those above them, or told why not`() throws {
        #expect(try Directory.make(folder.path + "//a/b/").status().mode == 0o700)
        #expect(try Directory.make(folder.path + "/a/b").status().kind == .directory)
        try write("file", "")
        #expect(code { _ = try Directory.make(folder.path + "/file/x") } == .notADirectory)
        #expect(code { _ = try Directory.open(folder.path + "/none") } == .noSuchFile)
    }

    @Test func `names that are no text are left out of the list`() throws {
        try write("plain", "")
        let bytes: [CChar] = Array((folder.path + "/x").utf8CString.dropLast()) + [-1, 0]
        let number = open(bytes, O_CREAT | O_WRONLY, 0o600)
        #expect(number >= 0)
        close(number)
        #expect(try directory.names() == ["plain"])
        unlink(bytes)
    }

    @Test func `the disk and the folder answer`() throws {
        #expect(try #require(try directory.freeSpace()) > 0)
        #expect(try Directory.open("/proc").freeSpace() == nil)
        try directory.sync()
        try directory.syncFileSystem()
        #expect(try directory.lock())
        #expect(try !Directory.open(folder.path).lock())
    }
}
