import Foundation
import Testing

@Suite("The guide from iOS")
struct GuideTests {
    private let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    private func lines(_ path: String) throws -> [String] {
        try String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)
            .split(separator: "\n", omittingEmptySubsequences: false)
            .map { $0.trimmingCharacters(in: .whitespaces) }
    }

    @Test("its code is that of the examples, which are compiled and run")
    func code() throws {
        let examples = try ["PhotoFetcher/PhotoFetcher", "VideoManager/VideoManager", "VideoManager/Program"]
            .map { try lines("Tests/Examples/\($0).swift").joined(separator: "\n") }
        let guide = try lines("Sources/BackgroundURLSession/BackgroundURLSession.docc/MovingFromIOS.md")
        let blocks = guide.split(separator: "```", omittingEmptySubsequences: false).flatMap { $0.split(separator: "```swift") }
            .filter { $0.startIndex > 0 && guide[$0.startIndex - 1] == "```swift" }
        #expect(blocks.count == 7)
        for block in blocks {
            let text = block.joined(separator: "\n")
            #expect(examples.contains { $0.contains(text) }, "\(text)")
        }
    }
}
