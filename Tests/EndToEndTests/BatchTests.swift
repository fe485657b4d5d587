import Testing
import TestSupport

extension EndToEnd {
    @Suite struct BatchTests {
        let sandbox: Sandbox
        let origin: Origin

        init() throws {
            sandbox = try Sandbox()
            origin = try Origin()
        }

        @Test func `every line is JSON and the summary tells the exit status`() async throws {
            let url = origin.serve("/a.iso", .file(size: 3_000_001))
            let run = try sandbox.batch([url])
            #expect(try await run.status() == 0)
            let events = try run.events()
            #expect(events.allSatisfy { $0["v"]?.integer == 1 && $0["time"]?.string?.hasSuffix("Z") == true })
            #expect(events.first?["event"]?.string == "queued")
            #expect(events.last?["event"]?.string == "summary")
            #expect(events.last?["exit"]?.integer == 0)
            #expect(events.last?["finished"]?.integer == 1)
            let finished = try #require(try run.events("finished").first)
            #expect(finished["bytes"]?.integer == 3_000_001)
            #expect(finished["name"]?.string == "a.iso")
            #expect(finished["already"]?.bool == false)
            let path = try #require(finished["path"]?.string)
            #expect(path.hasSuffix(".iso"))
            #expect(GeneratedContent(seed: 1, size: 3_000_001).firstDifference(fileAt: path) == nil)
            #expect(sandbox.published.count == 1)
            #expect(sandbox.parts.isEmpty)
        }

        @Test func `bytes never go down within an attempt`() async throws {
            let url = origin.serve("/slow.bin", .file(size: 6 << 20).limited(to: 1 << 20))
            let run = try sandbox.batch(["-x", "4", url])
            #expect(try await run.status() == 0)
            let done = try run.events("progress").compactMap { $0["done"]?.integer }
            #expect(!done.isEmpty)
            #expect(done == done.sorted())
        }

        @Test func `a missing file ends with 3`() async throws {
            let run = try sandbox.batch([origin.serve("/gone", .status(404))])
            #expect(try await run.status() == 3)
            let failed = try #require(try run.events("failed").first)
            #expect(failed["error"]?["code"]?.string == "not-found")
            #expect(failed["error"]?["http"]?.integer == 404)
            #expect(failed["error"]?["exit"]?.integer == 3)
            #expect(try run.events().last?["exit"]?.integer == 3)
            #expect(sandbox.published.isEmpty)
            #expect(sandbox.parts.isEmpty)
        }

        @Test(arguments: [[404, 403], [403, 404]])
        func `of several failures the first one gives the status`(_ statuses: [Int]) async throws {
            let first = origin.serve("/first", .status(statuses[0]))
            let second = origin.serve("/second", .status(statuses[1]))
            let run = try sandbox.batch(["-j", "1", origin.serve("/good", .file(size: 10)), first, second])
            #expect(try await run.status() == (statuses[0] == 404 ? 3 : 22))
            let summary = try #require(try run.events().last)
            #expect(summary["finished"]?.integer == 1)
            #expect(summary["failed"]?.integer == 2)
            #expect(summary["exit"]?.integer == Int64(run.process.poll()?.shellStatus ?? -1))
        }

        @Test func `a list comes on standard input`() async throws {
            let urls = (0..<20).map { origin.serve("/f\($0).txt", .file(size: Int64($0) * 1000)) }
            let list = "\u{FEFF}# a list\r\n\r\n" + urls.joined(separator: "\r\n")
            let run = try sandbox.batch(["-i", "-"], input: list)
            #expect(try await run.status() == 0)
            #expect(try run.events("finished").count == 20)
            #expect(sandbox.published.count == 20)
        }

        @Test func `a bad line is named and the rest goes on`() async throws {
            let list = "\(origin.serve("/a.txt", .file(size: 5)))\nno address\n\(origin.serve("/b.txt", .file(size: 6)))\n"
            let path = try sandbox.folder.write(list, to: "list.txt")
            let run = try sandbox.batch(["-i", path])
            #expect(try await run.status() != 0)
            #expect(run.errors.contains("list.txt:2:") || run.output.contains("\"line\":2"))
            #expect(try run.events("finished").count == 2)
        }

        @Test func `usage errors end with 28 and one line`() async throws {
            let run = try sandbox.start(["--batch", "--no-such-option"])
            #expect(try await run.status() == 28)
            #expect(run.output.isEmpty)
            #expect(run.errors.split(separator: "\n").count == 1)
        }

        @Test func `standard output has the paths and nothing else`() async throws {
            let url = origin.serve("/a.txt", .file(size: 100))
            let run = try sandbox.start(["--batch", "-d", sandbox.documents, url])
            #expect(try await run.status() == 0)
            #expect(run.output == sandbox.published.map { sandbox.documents + "/" + $0 + "\n" }.joined())
        }

        @Test func `a run that came to its summary starts anew under a new name`() async throws {
            let url = origin.serve("/a.txt", .file(size: 100))
            for count in 1...2 {
                let run = try sandbox.batch([url])
                #expect(try await run.status() == 0)
                #expect(sandbox.published.count == count)
            }
        }
    }
}
