import Glibc
import Platform
import Testing
import TestSupport

@Suite struct FileTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    @Test func `bytes are read where they were written`() throws {
        let file = try folder.directory.openFile("f", .readWrite, creation: .exclusive)
        try file.write([4, 5], at: 3)
        try file.write([1, 2, 3], at: 0)
        #expect(try file.read(atMost: 100) == [1, 2, 3, 4, 5])
        #expect(try file.read(at: 4, atMost: 100) == [5])
        #expect(try file.read(at: 5, atMost: 100).isEmpty)
        try file.truncate(to: 2)
        #expect(try file.status().size == 2)
        try file.sync()
        try file.syncData()
        try file.close()
    }

    @Test func `a write to a full device says so`() throws {
        let file = try File.open("/dev/full", .write)
        let error = #expect(throws: SystemError.self) { try file.write([1], at: 0) }
        #expect(error?.description == "No space left on device: /dev/full (pwrite)")
        #expect(error?.code.isFull == true)
    }

    @Test(arguments: [Int64(-1), .min])
    func `an offset before the file is an error and no trap`(offset: Int64) throws {
        let file = try folder.directory.openFile("f", .readWrite, creation: .exclusive)
        #expect(throws: SystemError.self) { try file.write([1, 2, 3], at: offset) }
        #expect(throws: SystemError.self) { _ = try file.read(at: offset, atMost: 3) }
        #expect(throws: SystemError.self) { try file.truncate(to: offset) }
    }

    @Test func `an offset beyond the end of all files is an error and no trap`() throws {
        let file = try folder.directory.openFile("f", .readWrite, creation: .exclusive)
        #expect(throws: SystemError.self) { try file.write([1, 2, 3], at: .max - 1) }
        #expect(throws: SystemError.self) { try file.allocate(.max, keepsLength: true) }
    }

    @Test(arguments: [0, 1, (1 << 20) + 1, 3 << 20])
    func `a copy has the same bytes, and fewer when the source ends early`(size: Int) throws {
        let source = try folder.directory.openFile("a", .readWrite, creation: .exclusive)
        let bytes = (0..<size).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        try source.write(bytes, at: 0)
        let target = try folder.directory.openFile("b", .readWrite, creation: .exclusive)
        #expect(try target.copy(from: source, count: Int64(size) + 10) == Int64(size))
        #expect(try target.read(atMost: size + 10) == bytes)
    }

    @Test func `a file of the kernel, whose length is 0, is copied through memory`() throws {
        let source = try File.open("/proc/self/status", .read)
        let target = try folder.directory.openFile("b", .readWrite, creation: .exclusive)
        let count = try target.copy(from: source, count: 20)
        #expect(count == 20)
        #expect(try target.read(atMost: 5) == Array("Name:".utf8))
    }

    @Test func `a lock has one holder and goes with its descriptor`() throws {
        let first = try folder.directory.openFile("f", .readWrite, creation: .exclusive)
        let second = try folder.directory.openFile("f", .readWrite)
        #expect(try first.lock())
        #expect(try first.lock())
        #expect(try !second.lock())
        try first.close()
        #expect(try second.lock())
    }

    @Test func `attributes are kept where the file system can`() throws {
        let file = try folder.directory.openFile("f", .readWrite, creation: .exclusive)
        #expect(try file.attribute("user.test") == nil)
        do throws(SystemError) {
            try file.setAttribute("user.test", to: "häl\u{0}lo")
        } catch {
            #expect(error.code == .notSupported)
            return
        }
        #expect(try file.attribute("user.test") == "häl\u{0}lo")
    }

    @Test func `descriptors are closed with their owners`() throws {
        func count() throws -> Int { try Directory.open("/proc/self/fd").names().count }
        // Other tests run at the same time and open files too: a leak of five hundred would show all the same.
        let before = try count()
        for number in 0..<500 {
            _ = try folder.directory.openFile("f\(number)", .readWrite, creation: .exclusive)
            _ = try Directory.open(folder.path)
            #expect(throws: SystemError.self) { _ = try folder.directory.openFile("f\(number)", .write, creation: .exclusive) }
        }
        #expect(try count() < before + 400)
    }

    @Test func `errors are readable and comparable`() {
        let error = SystemError(errno: ENOENT, "open", path: "/a")
        #expect(error == SystemError(.noSuchFile, "open", path: "/a"))
        #expect("\(error)" == "No such file or directory: /a (open)")
        #expect("\(SystemError(errno: 99_999, "x"))".contains("99999"))
    }
}
