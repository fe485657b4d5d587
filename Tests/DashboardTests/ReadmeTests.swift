import Dashboard
import Foundation
import Testing
import TestSupport

@Suite struct ReadmeTests {
    @Test func `the README lists the keys as the program has them`() throws {
        let root = #filePath.split(separator: "/").dropLast(3).map { "/" + $0 }.joined()
        let readme = String(decoding: try #require(readFile(root + "/README.md")), as: UTF8.self)
        let table = Keymap.standard.markdown
        if ProcessInfo.processInfo.environment["RECORD_GOLDENS"] == "1", let start = readme.range(of: "| key | action |\n") {
            let end = readme[start.lowerBound...].range(of: "\n\n")?.lowerBound ?? readme.endIndex
            let new = readme[..<start.lowerBound] + table.dropLast() + readme[end...]
            try Data(new.utf8).write(to: URL(fileURLWithPath: root + "/README.md"))
        }
        #expect(readme.contains(table), "README.md should hold:\n\(table)")
    }
}
