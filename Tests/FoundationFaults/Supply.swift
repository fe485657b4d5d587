import Foundation
import TestSupport

/// What the trials fetch.
enum Supply {
    static let size: Int64 = 8 << 20
    static let small: Int64 = 6 << 20
    static let large: Int64 = 2 << 30

    /// Serves it until the process is ended.
    static func serve(addressFile: String) async throws {
        let origin = try Origin()
        let file = Reply.file(size: size)
        origin.serve("/file", file.limited(to: 4 << 20))
        origin.serve("/slow", file.limited(to: 1 << 20))
        origin.serve("/cut", file.times(1).interrupted(.close(after: 4 << 20)), file)
        origin.serve("/small", .file(size: small))
        origin.serve("/secret", file.with { $0.credentials = .init(user: "user", password: "secret") })
        origin.serve("/large", .file(size: large))
        for name in ["a", "b", "c", "d"] { origin.serve("/" + name, .file(size: 1 << 20).limited(to: 1 << 20)) }
        try Data(origin.base.utf8).write(to: URL(fileURLWithPath: addressFile), options: .atomic)
        while true { try await Task.sleep(for: .seconds(3600)) }
    }

    /// In a few words, whether a file is the one that was served.
    static func judge(_ path: String, size: Int64) -> String {
        guard let found = (try? FileManager.default.attributesOfItem(atPath: path))?[.size] as? Int64 else { return "no file" }
        guard found == size else { return "wrong file: \(found) bytes for \(size)" }
        return GeneratedContent(seed: 1, size: size).firstDifference(fileAt: path).map { "wrong file from byte \($0) on" } ?? "right file"
    }
}
