import TestSupport
import Testing

/// A text kept in a file beside the tests.
enum Golden {
    /// Compares a text with its file; with `RECORD_GOLDENS=1` writes the file instead, and fails so that no recording passes for a test.
    static func expect(_ actual: String, _ name: String, file: String = #filePath) throws {
        let folder = file.split(separator: "/").dropLast().joined(separator: "/")
        let path = "/\(folder)/Goldens/\(name)"
        if recordsGoldens {
            try writeFile(actual, to: path)
            Issue.record("recorded \(name); run again without RECORD_GOLDENS")
            return
        }
        let bytes = try #require(readFile(path), "no golden \(name); record it with RECORD_GOLDENS=1")
        #expect(actual == String(decoding: bytes, as: UTF8.self), "\(name)")
    }
}
