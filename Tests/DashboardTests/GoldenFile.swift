import Foundation
import Screen
import Testing

/// A screen kept as text in a file beside the tests.
enum GoldenFile {
    /// Compares a frame with its file; with `RECORD_GOLDENS=1` writes the file instead, and fails so that no recording passes for a test.
    static func expect(_ frame: Frame, _ name: String, hasRoles: Bool = false, file: String = #filePath) throws {
        let folder = URL(fileURLWithPath: file).deletingLastPathComponent().appendingPathComponent("Goldens")
        let url = folder.appendingPathComponent(name + ".txt")
        let actual = frame.text + (hasRoles ? "\n" + frame.roles : "")
        if ProcessInfo.processInfo.environment["RECORD_GOLDENS"] == "1" {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            try Data(actual.utf8).write(to: url)
            Issue.record("recorded \(name); run again without RECORD_GOLDENS")
            return
        }
        let expected = String(decoding: try Data(contentsOf: url), as: UTF8.self)
        #expect(actual == expected, "\(name):\n\(actual)")
    }
}
