import Testing
import TestSupport

extension EndToEnd {
    /// What people and log files see without `--json`.
    @Suite struct PlainTests {
        let sandbox: Sandbox
        let origin: Origin

        init() throws {
            sandbox = try Sandbox()
            origin = try Origin()
        }

        @Test(arguments: ["plain", "auto"])
        func `a log has no control codes and a line per event`(_ mode: String) async throws {
            let urls = [
                origin.serve("/a.bin", .file(size: 3 << 20).limited(to: 1 << 20)),
                origin.serve("/gone.bin", .status(404)),
                origin.serve("/b.bin", .file(size: 10)),
            ]
            let words = ["--batch", "--progress=" + mode, "--interval", "1", "-x", "1", "-d", sandbox.documents] + urls
            let run = try sandbox.start(words)
            #expect(try await run.status() == 3)
            let log = run.errors
            #expect(!(log + run.output).utf8.contains { $0 == 0x1B || $0 == 0x0D })
            let lines = log.split(separator: "\n").map { $0.split(separator: " ", omittingEmptySubsequences: true) }
            #expect(lines.allSatisfy { $0.count > 2 && $0[0].hasSuffix("Z") && $0[0].contains("T") })
            let kinds = lines.map { $0.count > 1 ? String($0[1]) : "" }
            #expect(kinds.filter { $0 == "start" }.count == 2, "\(log)")
            #expect(kinds.filter { $0 == "finished" }.count == 2, "\(log)")
            #expect(kinds.filter { $0 == "failed" }.count == 1, "\(log)")
            #expect(kinds.filter { $0 == "progress" }.count >= 2, "\(log)")
            #expect(kinds.last == "summary", "\(log)")
            #expect(log.hasSuffix("exit 3\n"), "\(log)")
            #expect(run.output.split(separator: "\n").count == 2)
        }

        @Test func `quiet says nothing when all is well and errors otherwise`() async throws {
            let good = origin.serve("/a.bin", .file(size: 10))
            let bad = origin.serve("/gone.bin", .status(404))
            let well = try sandbox.start(["--batch", "-q", "-d", sandbox.documents, good])
            #expect(try await well.status() == 0)
            #expect(well.errors.isEmpty, "\(well.errors)")
            let ill = try sandbox.start(["--batch", "-q", "-d", sandbox.documents, bad])
            #expect(try await ill.status() == 3)
            #expect(ill.errors.contains("404"), "\(ill.errors)")
            let silent = try sandbox.start(["--batch", "-qq", "-d", sandbox.documents, bad])
            #expect(try await silent.status() == 3)
            #expect(silent.errors.isEmpty, "\(silent.errors)")
        }

        @Test func `hostile names are shown harmlessly`() async throws {
            let name = "attachment; filename*=UTF-8''a%1B%5D0%3Bx%07%0D%0A%C2%9B2J%E2%80%AEtxt.exe"
            let url = origin.serve("/x", .file(size: 10).with { $0.headers = [.init("Content-Disposition", name)] })
            let words = ["--batch", "--progress=plain", "-d", sandbox.documents, "-o", "{name}", url]
            let run = try sandbox.start(words)
            #expect(try await run.status() == 0)
            let text = run.output + run.errors
            #expect(!text.unicodeScalars.contains { $0.value < 32 && $0 != "\n" || (0x7F..<0xA0).contains($0.value) || $0.value == 0x202E })
        }
    }
}
