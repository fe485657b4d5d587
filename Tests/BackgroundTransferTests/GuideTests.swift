import FoundationEssentials
import TestSupport
import Testing

@Suite("The guide")
struct GuideTests {
    @Test("its programs are those that are compiled and run", arguments: ["FireAndForget", "DownloadManager"])
    func programs(name: String) throws {
        let root = #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
        func text(_ path: String) throws -> String {
            String(decoding: try Data(contentsOf: URL(filePath: "/\(root)/\(path)")), as: UTF8.self)
        }
        let guide = try text("Sources/BackgroundTransfer/BackgroundTransfer.docc/HowItWorks.md")
        let program = try text("Tests/Examples/\(name)/\(name).swift")
        #expect(guide.contains("```swift\n\(program)```\n"))
    }
}
