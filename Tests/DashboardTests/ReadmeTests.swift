import Dashboard
import Testing
import TestSupport

@Suite struct ReadmeTests {
    @Test func `the README lists the keys as the program has them`() throws {
        let root = #filePath.split(separator: "/").dropLast(3).map { "/" + $0 }.joined()
        let readme = String(decoding: try #require(readFile(root + "/README.md")), as: UTF8.self)
        #expect(readme.contains(Keymap.standard.markdown), "README.md should hold:\n\(Keymap.standard.markdown)")
    }
}
