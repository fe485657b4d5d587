import Platform
import TestSupport
import Testing

struct LocalTimeTests {
    @Test(arguments: [(0, 0), (12, 30), (23, 59)])
    func `the next time of day is at most a day and an hour away`(hour: Int, minute: Int) throws {
        let now: Int64 = 1_796_047_323
        let next = try #require(LocalTime.next(hour: hour, minute: minute, after: now))
        #expect(next > now && next <= now + 90_000 && next % 60 == 0)
    }

    @Test func `times of day that follow each other do so`() throws {
        let now: Int64 = 1_796_047_323
        let noon = try #require(LocalTime.next(hour: 12, minute: 0, after: now))
        #expect(LocalTime.next(hour: 12, minute: 0, after: noon - 1) == noon)
        #expect(try #require(LocalTime.next(hour: 12, minute: 0, after: noon)) > noon + 80_000)
    }

    @Test func `permissions and file systems are told`() throws {
        let folder = try TemporaryDirectory()
        let plain = try folder.write("no program", to: "plain")
        #expect(FileAccess.isExecutable("/bin/sh") && !FileAccess.isExecutable(plain) && !FileAccess.isExecutable("a\0b"))
        #expect(FileAccess.writingFault(folder.path) == nil && FileAccess.writingFault(folder.appending("none"))?.code == .noSuchFile)
        #expect(FileAccess.fileSystem(folder.path)?.isEmpty == false && FileAccess.fileSystem(folder.appending("none")) == nil)
        #expect(FileAccess.fileSystem("/proc") == "a file system of type 0x9fa0")
    }
}
