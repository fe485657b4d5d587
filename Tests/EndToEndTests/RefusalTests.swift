import Glibc
import Testing
import TestSupport

extension EndToEnd {
    /// Mistakes of people: each has its sentence and its exit status.
    @Suite struct RefusalTests {
        let sandbox: Sandbox
        let origin: Origin
        let url: String

        init() throws {
            sandbox = try Sandbox()
            origin = try Origin()
            url = origin.serve("/a.bin", .file(size: 1000))
        }

        @Test(arguments: ["--cacert", "--load-cookies"])
        func `a file that is not there ends with 15 before anything is asked`(_ option: String) async throws {
            for words in [["--batch", "-d", sandbox.documents], ["add"]] {
                let run = try sandbox.start(words + [option, sandbox.folder.appending("none"), url])
                #expect(try await run.status() == 15, "\(run.errors)")
                #expect(run.errors.contains("No such file or directory"), "\(run.errors)")
            }
            #expect(origin.log.isEmpty)
        }

        @Test(arguments: [
            "socks://me:planted@127.0.0.1:1", "ftp://me:planted@h:1", "http://me:planted@", "http://me:planted@h:99999", "me:planted@h:x",
        ])
        func `a proxy that makes no sense ends with 28 and is not repeated`(_ proxy: String) async throws {
            let run = try sandbox.batch(["--proxy", proxy, url])
            #expect(try await run.status() == 28, "\(run.output)\(run.errors)")
            #expect(run.errors.contains("--proxy needs an address such as http://HOST:PORT"), "\(run.errors)")
            #expect(!(run.output + run.errors).contains("planted"))
            try sandbox.folder.write("[network]\nproxy = \"\(proxy)\"\n", to: "wrong.toml")
            let configured = try sandbox.batch(["--config", sandbox.folder.appending("wrong.toml"), url])
            #expect(try await configured.status() == 28, "\(configured.errors)")
            #expect(configured.errors.contains("wrong.toml:2:"), "\(configured.errors)")
            #expect(origin.log.isEmpty)
        }

        @Test func `a proxy of the environment that makes no sense is a clear failure at once`() async throws {
            let run = try sandbox.batch([url], environment: ["http_proxy": "gopher://me:planted@127.0.0.1:1"])
            #expect(try await run.status() == 28, "\(run.output)")
            #expect(try run.events("failed").first?["error"]?["message"]?.string?.contains("the proxy that is set cannot be used") == true)
            #expect(!(run.output + run.errors).contains("planted"), "\(run.output)")
        }

        @Test func `HTTP_PROXY in capitals is left to CGI programs, and none means none`() async throws {
            let dead = ["HTTP_PROXY": "http://127.0.0.1:1"]
            #expect(try await sandbox.batch([url], environment: dead).status() == 0)
            let none = try sandbox.batch(["--proxy", "none", url], environment: ["http_proxy": "http://127.0.0.1:1"])
            #expect(try await none.status() == 0, "\(none.output)")
        }

        @Test func `a proxy is asked for everything, and a short answer through it is no file`() async throws {
            let proxy = try Origin()
            proxy.serve("/a.bin", .file(size: 100_000))
            proxy.serve(
                "/short.bin",
                Reply.file(size: 100_000).with { $0.ranges = .ignored }.interrupted(.close(after: 50_000))
            )
            proxy.serve("/closed.bin", .status(407))
            let good = try sandbox.batch(["--proxy", proxy.base, "http://files.example/a.bin"])
            #expect(try await good.status() == 0, "\(good.output) \(proxy.log.map(\.path))")
            let short = try sandbox.batch(["--proxy", proxy.base, "--retries", "1", "http://files.example/short.bin"])
            #expect(try await short.status() == 6, "\(short.output)")
            let closed = try sandbox.batch(["--proxy", proxy.base, "http://files.example/closed.bin"])
            #expect(try await closed.status() == 24, "\(closed.output)")
            #expect(try closed.events("failed").first?["error"]?["message"]?.string?.contains("proxy") == true, "\(closed.output)")
            #expect(sandbox.published.count == 1)
        }

        @Test func `few descriptors make a run slower, not wrong`() async throws {
            let list = (0..<120).map { origin.serve("/\($0).bin", .file(size: 3000, seed: UInt64($0))) }.joined(separator: "\n")
            let input = try sandbox.folder.write(list, to: "list")
            let script = "ulimit -n 40; exec \"$0\" \"$@\""
            let words = ["--batch", "--json", "-d", sandbox.documents, "-j", "60", "--max-connections-per-host", "60", "-i", input]
            let run = try sandbox.start(["-c", script, Program.haul] + words, program: "/bin/sh")
            #expect(try await run.status() == 0, "\(run.output.suffix(1500))\(run.errors)")
            #expect(sandbox.published.count == 120)
        }

        @Test func `an address of a host that does not exist ends with 19, one that listens nowhere with 6`() async throws {
            let nowhere = try sandbox.batch(["--retries", "0", "http://no-such-host.invalid/a"])
            #expect(try await nowhere.status() == 19, "\(nowhere.output)")
            let closed = try sandbox.batch(["--retries", "0", "http://127.0.0.1:1/a"])
            #expect(try await closed.status() == 6, "\(closed.output)")
        }
    }
}
