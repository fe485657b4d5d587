import Platform
import TestSupport
import Testing

@Suite struct LogFileTests {
    private func text(_ folder: TemporaryFolder, _ name: String) -> String? {
        readFile(folder.path + "/" + name).map { String(decoding: $0, as: UTF8.self) }
    }

    private func line(_ number: Int) -> String { "\(number) " + String(repeating: "x", count: 90) + "\n" }

    @Test func `a long one is put aside while it is written, one is kept, and no line is torn or lost before that`() async throws {
        let folder = try TemporaryFolder()
        let file = try folder.directory.openFile("log", .write, creation: .exclusive)
        let log = LogFile(path: folder.path + "/log", limit: 10_000, number: file.descriptor.rawValue)
        await withTaskGroup { group in
            for writer in 0..<4 {
                group.addTask { for number in 0..<100 { log.write(self.line(writer * 1_000 + number)) } }
            }
        }
        let both = try #require(text(folder, "log.1")) + (text(folder, "log") ?? "")
        #expect(both.utf8.count < 20_200)
        let lines = both.split(separator: "\n").map(String.init)
        let known = Set((0..<4).flatMap { writer in (0..<100).map { String(line(writer * 1_000 + $0).dropLast()) } })
        let isWhole = lines.count > 100 && known.isSuperset(of: lines) && Set(lines).count == lines.count
        #expect(isWhole, "\(lines.count) lines")
        // Of each writer what is there goes up to its end, without a gap.
        for writer in 0..<4 {
            let numbers = lines.compactMap { Int($0.prefix { $0 != " " }) }.filter { $0 / 1_000 == writer }.map { $0 % 1_000 }
            let isGapless = numbers.isEmpty || numbers == Array((numbers.first ?? 0)...99)
            #expect(isGapless, "\(numbers)")
        }
        #expect(try folder.directory.status(of: "log")?.mode == 0o600)
        _ = file.path
    }

    @Test func `one that somebody else put aside is left, and one that leads elsewhere is none`() throws {
        let folder = try TemporaryFolder()
        let file = try folder.directory.openFile("log", .write, creation: .exclusive)
        let log = LogFile(path: folder.path + "/log", limit: 1_000, number: file.descriptor.rawValue)
        try folder.directory.renameReplacing("log", to: "log.1", in: folder.directory)
        for number in 0..<14 { log.write(line(number)) }
        #expect(text(folder, "log.1")?.hasPrefix("0 x") == true)
        #expect(text(folder, "log").map { !$0.isEmpty && $0.utf8.count < 1_000 } == true)

        let other = try folder.directory.openFile("other", .write, creation: .exclusive)
        let elsewhere = LogFile(path: folder.path + "/log", limit: 1_000, number: other.descriptor.rawValue)
        for number in 0..<50 { elsewhere.write(line(number)) }
        #expect(text(folder, "other")?.split(separator: "\n").count == 50)
        _ = (file.path, other.path)
    }
}
