import TestSupport
import Testing

@testable import Headless

struct ReadmeTests {
    @Test(arguments: CommandWord.allCases.filter { $0 != .help })
    func `the README knows every command and each of its words`(word: CommandWord) throws {
        let folder = #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
        let text = String(decoding: try #require(readFile("/\(folder)/README.md")), as: UTF8.self)
        #expect(text.contains("`haul \(word.rawValue)") || text.contains("`\(word.rawValue)`"))
        let isListed = word != .completions
        for choice in word.choices where isListed { #expect(text.contains(choice), "haul \(word.rawValue) \(choice)") }
    }
}
