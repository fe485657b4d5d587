import TestSupport
import Testing

@Suite struct HelperTests {
    @Test func `any range of a content is what the whole has there`() {
        let content = GeneratedContent(seed: 3, size: 300_000)
        let whole = content.bytes
        var random = SeededRandom(seed: 1)
        for _ in 0..<50 {
            let start = Int64.random(in: 0..<300_000, using: &random)
            let end = Int64.random(in: start...300_000, using: &random)
            #expect(content.bytes(start..<end) == Array(whole[Int(start)..<Int(end)]))
        }
    }

    @Test func `a content of a size beyond memory can be read anywhere`() {
        let content = GeneratedContent(seed: 3, size: 1 << 50)
        #expect(content.bytes((1 << 50) - 10..<1 << 50).count == 10)
        #expect(content.bytes(4096..<8192) != content.bytes(8192..<12288))
    }

    @Test func `a changed byte of a file is found`() throws {
        let folder = try TemporaryDirectory()
        let content = GeneratedContent(seed: 9, size: 5000)
        let text = String(repeating: "a", count: 5000)
        let path = try folder.write(text, to: "f")
        #expect(content.firstDifference(fileAt: path) != nil)
        #expect(content.firstDifference(fileAt: folder.appending("missing")) == 0)
        #expect(folder.names() == ["f"])
        #expect(folder.read("f") == Array(text.utf8))
    }

    @Test func `a temporary directory goes with its value`() throws {
        var path = ""
        do {
            let folder = try TemporaryDirectory()
            path = folder.appending("f")
            try folder.write("x", to: "f")
            #expect(readFile(path) != nil)
        }
        #expect(readFile(path) == nil)
    }

    @Test func `waiting for what never comes ends with an error`() async {
        await #expect(throws: TimeLimitExceeded.self) {
            try await eventually(timeout: .milliseconds(20)) { false }
        }
    }

    @Test(arguments: [("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foobar", "Zm9vYmFy")])
    func `base 64 is that of the standard`(text: String, expected: String) {
        #expect(base64(text) == expected)
    }

    @Test func `a free port can be listened on`() throws {
        let origin = try Origin(port: try freePort())
        #expect(origin.port > 0)
    }
}
