import Glibc
import Testing
import TestSupport

extension EndToEnd {
    /// `haul doctor` and `haul files`, which need no agent and start none.
    @Suite struct DoctorTests {
        let sandbox: Sandbox
        let origin: Origin

        init() throws {
            sandbox = try Sandbox()
            origin = try Origin()
        }

        private func end(_ words: [String], input: String? = nil) async throws -> (run: Run, status: Int32) {
            let run = try sandbox.start(words, input: input)
            return (run, try await run.status())
        }

        @Test func `doctor looks at everything without an agent and starts none`() async throws {
            let (run, status) = try await end(["doctor", "--json"])
            #expect(status == 0 && run.errors.isEmpty)
            let checks = try run.events().compactMap { $0["check"]?.string }
            #expect(checks.first == "agent" && checks.last == "conditions")
            #expect(Sandbox.names(in: sandbox.folder.appending("run")).isEmpty)
            #expect(Sandbox.names(in: sandbox.folder.appending("state")).isEmpty)
        }

        @Test func `doctor tells of a wrong configuration that stops other commands`() async throws {
            let file = try sandbox.folder.write("nonsense = 1\n", to: "bad.toml")
            let (run, status) = try await end(["doctor", "--json", "--config", file])
            #expect(status == 1)
            let fault = try #require(try run.events().first { $0["check"]?.string == "configuration" })
            #expect(fault["verdict"]?.string == "fault" && fault["found"]?.string?.contains(":1:1: nonsense") == true)
            #expect(try await end(["add", "--config", file, origin.serve("/a", .file(size: 1))]).status == 28)
        }

        @Test func `doctor asks a server whether it can resume`() async throws {
            let good = try await end(["doctor", "--json", "--probe", origin.serve("/good", .file(size: 1_000))])
            #expect(good.status == 0)
            #expect(try good.run.events().last?["server"]?["total"]?.integer == 1_000)
            let bad = try await end(["doctor", "--probe", origin.serve("/bad", .file(size: 1_000).with { $0.ranges = .ignored })])
            #expect(bad.status == 1 && bad.run.output.contains("the whole file was sent instead of one byte"))
        }

        @Test func `files lists and verifies what was published`() async throws {
            // The bytes of the digest below.
            let digest = "sha-256=ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
            let url = origin.serve("/abc.txt", .bytes(Array("abc".utf8)))
            #expect(try await sandbox.batch(["--checksum", digest, url]).status() == 0)
            let listed = try await end(["files", "-d", sandbox.documents, "--json", "ABC"])
            let file = try #require(try listed.run.events().first)
            #expect(
                listed.status == 0 && file["name"]?.string == "abc.txt" && file["url"]?.string == url && file["digest"]?.string == digest
            )
            #expect(try await end(["files", "verify", "-d", sandbox.documents]).status == 0)
            let path = try #require(file["path"]?.string)
            try writeFile("abd", to: path)
            let changed = try await end(["files", "verify", "-d", sandbox.documents, "--json"])
            #expect(try changed.status == 32 && changed.run.events().first?["check"]?.string == "changed")
            unlink(path)
            let missing = try await end(["files", "verify", "-d", sandbox.documents, "--json"])
            #expect(try missing.status == 0 && missing.run.events().first?["check"]?.string == "missing")
        }

        @Test func `an empty list says something useful, and nothing on standard output`() async throws {
            let (run, status) = try await end(["files", "-d", sandbox.documents, "x"])
            #expect(status == 0 && run.output.isEmpty && run.errors.contains("has 'x' in its name"))
        }

        @Test(
            arguments: [
                (["add", "ssh://a/b"], 28), (["add", "--load-cookies", "/none", "http://127.0.0.1:1/"], 15), (["add", "-i", "/none"], 15),
                (["pause"], 28), (["show", "x"], 28),
            ] as [([String], Int32)]
        )
        func `a mistake ends before an agent is asked`(words: [String], expected: Int32) async throws {
            let (run, status) = try await end(words)
            #expect(status == expected && run.output.isEmpty && run.errors.hasPrefix("haul: "))
            #expect(Sandbox.names(in: sandbox.folder.appending("run")).isEmpty)
        }
    }
}
