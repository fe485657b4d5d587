import Documents
import DownloadCore
import Glibc
import Testing
import TestSupport

extension EndToEnd {
    /// Several runs and a person use one documents directory.
    @Suite struct SharedFolderTests {
        let sandbox: Sandbox
        let origin: Origin

        init() throws {
            sandbox = try Sandbox()
            origin = try Origin()
        }

        private func list(_ label: String, _ count: Int, seed: UInt64) -> String {
            (0..<count)
                .map { origin.serve("/\(label)-\($0).dat", .file(size: 1000 + Int64($0), seed: seed)) }
                .joined(separator: "\n")
        }

        /// The published file of each event has the content that its name and length promise.
        private func check(_ run: Run, count: Int, seed: UInt64) throws -> Set<String> {
            let finished = try run.events("finished")
            #expect(finished.count == count)
            for event in finished {
                guard let path = event["path"]?.string, let bytes = event["bytes"]?.integer else { continue }
                #expect(GeneratedContent(seed: seed, size: bytes).firstDifference(fileAt: path) == nil)
            }
            return Set(finished.compactMap { $0["path"]?.string })
        }

        @Test func `two runs publish four hundred files into one folder`() async throws {
            let first = try sandbox.batch(["--session", "a", "-i", "-"], input: list("a", 200, seed: 3))
            let second = try sandbox.batch(["--session", "b", "-i", "-"], input: list("b", 200, seed: 4))
            #expect(try await first.status() == 0, "\(first.errors)")
            #expect(try await second.status() == 0, "\(second.errors)")
            let paths = try check(first, count: 200, seed: 3).union(check(second, count: 200, seed: 4))
            #expect(paths.count == 400)
            #expect(Set(sandbox.published.map { sandbox.documents + "/" + $0 }) == paths)
            #expect(sandbox.parts.isEmpty)

            let documents = try Documents(directory: sandbox.documents, storeID: "test")
            let entries = await documents.catalogueEntries()
            documents.stop()
            #expect(Set(entries.map { sandbox.documents + "/" + $0.name }) == paths)
            #expect(Set(entries.map(\.originalName)).count == 400)
            #expect(entries.allSatisfy { $0.url?.hasPrefix(origin.base) == true })
        }

        @Test func `a hundred files of one second get a name each and foreign files survive`() async throws {
            // A person's files under the names of the next seconds.
            let now = time(nil)
            let foreign = (0..<60).flatMap { second in
                ["\(now + second).dat", "\(now + second)-2.dat", "\(now + second)-5.dat"]
            }
            for name in foreign { try writeFile("mine", to: sandbox.documents + "/" + name) }
            let run = try sandbox.batch(["-j", "20", "-i", "-"], input: list("c", 100, seed: 5))
            #expect(try await run.status() == 0, "\(run.errors)")
            let paths = try check(run, count: 100, seed: 5)
            #expect(paths.count == 100)
            #expect(sandbox.published.count == 100 + foreign.count)
            for name in foreign { #expect(readFile(sandbox.documents + "/" + name) == Array("mine".utf8)) }
        }
    }
}
