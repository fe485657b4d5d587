import Glibc
import Testing
import TestSupport

extension EndToEnd {
    /// Secrets are planted wherever a person can give one, and then looked for in everything that Haul wrote and said.
    @Suite struct SecretTests {
        /// In every planted secret, and nowhere else.
        private static let mark = "pl4nted"

        let sandbox: Sandbox
        let origin: Origin
        let other: Origin

        init() throws {
            sandbox = try Sandbox()
            origin = try Origin()
            other = try Origin()
            let home = sandbox.folder.appending("home")
            try writeFile("machine 127.0.0.1 login me password \(Self.mark)-netrc\n", to: home + "/.netrc")
            chmod(home + "/.netrc", 0o600)
            try writeFile("127.0.0.1\tFALSE\t/\tFALSE\t0\tsession\t\(Self.mark)-jar\n", to: home + "/cookies.txt")
        }

        /// Words of commands with a secret each, whether it must reach the origin, and how.
        private var plants: [(words: [String], seen: (OriginRequest) -> Bool)] {
            func basic(_ user: String, _ password: String) -> (OriginRequest) -> Bool {
                let value = "Basic " + base64("\(user):\(password)")
                return { $0.header("Authorization") == value }
            }
            let address = "127.0.0.1:\(origin.port)"
            return [
                (["http://me:\(Self.mark)-url@\(address)/url.bin"], basic("me", Self.mark + "-url")),
                (["-u", "me:\(Self.mark)-user", origin.url("/user.bin")], basic("me", Self.mark + "-user")),
                (
                    ["-H", "Authorization: Bearer \(Self.mark)-header", origin.url("/header.bin")],
                    { $0.header("Authorization")?.contains(Self.mark) == true }
                ),
                (
                    ["-H", "Cookie: id=\(Self.mark)-cookie", origin.url("/cookie.bin")],
                    { $0.header("Cookie")?.contains(Self.mark) == true }
                ),
                (
                    ["--load-cookies", sandbox.folder.appending("home/cookies.txt"), origin.url("/jar.bin")],
                    { $0.header("Cookie")?.contains("-jar") == true }
                ),
                (["--netrc", origin.url("/netrc.bin")], basic("me", Self.mark + "-netrc")),
                (
                    ["--proxy", "http://me:\(Self.mark)-proxy@\(address)", "http://files.example/proxy.bin"],
                    { $0.header("Proxy-Authorization") != nil }
                ),
                (["--method", "POST", "--data", "key=\(Self.mark)-body", origin.url("/body.bin")], { $0.method == "POST" }),
            ]
        }

        private func serve(_ reply: Reply, then last: Reply? = nil) {
            for name in ["url", "user", "header", "cookie", "jar", "netrc", "proxy", "body"] {
                var reply = reply
                // What --user gives is sent when it is asked for: which way depends on the server.
                if name == "user", reply.status == nil { reply.credentials = .init(user: "me", password: Self.mark + "-user") }
                origin.serve("/\(name).bin", [reply, last].compactMap(\.self))
            }
        }

        /// Every file below the sandbox in which the mark stands, without those that the test itself wrote.
        private func traces(in folder: String? = nil) -> [String] {
            let folder = folder ?? sandbox.folder.path
            return Sandbox.names(in: folder, hidden: true).flatMap { name -> [String] in
                let path = folder + "/" + name
                if name == ".netrc" || name == "cookies.txt" { return [] }
                var status = stat()
                guard lstat(path, &status) == 0 else { return [] }
                if status.st_mode & S_IFMT == S_IFDIR { return traces(in: path) }
                let isNamed = name.contains(Self.mark)
                guard status.st_mode & S_IFMT == S_IFREG, let bytes = readFile(path) else { return isNamed ? [path] : [] }
                return isNamed || Self.contains(bytes) ? [path] : []
            }
        }

        private static func contains(_ bytes: [UInt8]) -> Bool {
            !bytes.ranges(of: Array(mark.utf8)).isEmpty
        }

        private func arguments(of pid: pid_t) -> [UInt8] { readFile("/proc/\(pid)/cmdline") ?? [] }

        @Test(arguments: [["--json"], ["--progress", "plain"]])
        func `a batch run that ends well leaves no secret anywhere`(_ look: [String]) async throws {
            for plant in plants {
                let gate = Gate()
                serve(.file(size: 20_000).with { $0.gate = gate })
                let before = origin.log.count
                let run = try sandbox.start(["--batch", "-d", sandbox.documents] + look + plant.words)
                try await eventually("it asks") { origin.log.count > before }
                #expect(!Self.contains(arguments(of: run.process.pid)), "\(plant.words): in the list of processes")
                gate.open()
                #expect(try await run.status() == 0, "\(run.output)\(run.errors)")
                #expect(origin.log.contains { plant.seen($0.request) }, "\(plant.words): not sent")
            }
            #expect(sandbox.published.count == plants.count)
            #expect(traces().isEmpty)
        }

        @Test func `a batch run that fails says no secret, and its store is nobody else's`() async throws {
            // First a failure that passes, then one that does not, which quotes the request.
            let page = Reply.status(404, body: "no such file\n").with { $0.contentType = "text/plain" }
            serve(Reply.status(503, retryAfter: "0").times(1), then: page)
            for plant in plants {
                let run = try sandbox.batch(plant.words)
                #expect(try await run.status() == 3, "\(run.output)\(run.errors)")
            }
            try expectPrivate(traces())
        }

        /// Only stores may hold what a retry needs, and only their owner may read them.
        private func expectPrivate(_ paths: [String]) throws {
            for path in paths {
                #expect(path.contains("/state/haul/") && path.contains("/tasks.db"), "\(path)")
                var status = stat()
                #expect(stat(path, &status) == 0 && status.st_mode & 0o077 == 0)
            }
        }

        @Test func `the agent, its commands and its children know nothing that they should not`() async throws {
            let gate = Gate()
            serve(.file(size: 20_000).with { $0.gate = gate })
            for plant in plants {
                let add = try sandbox.start(["add"] + plant.words)
                #expect(try await add.status() == 0, "\(add.errors)")
            }
            try await origin.wait { $0.count >= 3 }
            for words in [
                ["list", "--all"], ["list", "--all", "--json"], ["show", "1"], ["show", "2", "--json"], ["sessions", "--json"],
                ["agent", "status"],
            ] {
                let run = try sandbox.start(words)
                #expect(try await run.status() == 0, "\(run.errors)")
            }
            let agent = try #require(agentPid)
            #expect(!Self.contains(arguments(of: agent)))
            #expect(!Self.contains(readFile("/proc/\(agent)/environ") ?? []))
            try expectPrivate(traces())
            gate.open()
            let wait = try sandbox.start(["wait", "--json"])
            #expect(try await wait.status(within: .seconds(60)) == 0, "\(wait.output)\(wait.errors)")
            for words in [["files", "--json"], ["show", "1"], ["show", "7", "--json"], ["agent", "log"], ["agent", "stop"]] {
                #expect(try await sandbox.start(words).status() == 0)
            }
            try await eventually("the agent is gone") { Bench.isGone(agent) }
            #expect(traces().isEmpty)
            #expect(sandbox.published.isEmpty && Sandbox.names(in: sandbox.folder.appending("home/Documents/Haul")).count == plants.count)
        }

        private var agentPid: pid_t? {
            sandbox.folder.read("state/haul/agent/lock").flatMap { pid_t(String(decoding: $0.prefix { $0 != 10 }, as: UTF8.self)) }
        }

        @Test func `the dashboard draws no secret, whatever pane or dialog is open, and copies none`() async throws {
            let settings = "downloads.max_concurrent = 12\ndownloads.max_connections_per_host = 12\n"
            try DashboardRun.configure(sandbox, settings + "documents.directory = \"\(sandbox.documents)\"\n")
            let gate = Gate()
            serve(.file(size: 20_000).with { $0.gate = gate })
            let last = plants.count
            for plant in plants {
                let add = try sandbox.start(["add"] + plant.words)
                #expect(try await add.status() == 0, "\(add.errors)")
            }
            // All are at work and stay so: no row moves while they are looked at.
            try await origin.wait { log in Set(log.map(\.path)).count == last }
            let run = try DashboardRun(sandbox, columns: 200, rows: 50)
            try await run.started()
            try await run.terminal.wait(for: "all rows") { $0.text.contains("All \(last)") }
            // A single address stands in a field to be edited, as it is; of several only what a list shows is there.
            let pasted = ["one", "two"].map { "http://me:\(Self.mark)-paste@127.0.0.1:\(origin.port)/\($0).bin\n" }
            run.terminal.type("a\u{1B}[200~\(pasted.joined())\u{1B}[201~")
            try await run.terminal.wait(for: "the second address") { $0.text.contains("two.bin") }
            try await run.pressEscape()
            for row in 1...last {
                run.terminal.type("g" + String(repeating: "j", count: row - 1) + "l")
                try await run.terminal.wait(for: "details of row \(row)") { $0.text.contains("Conns") }
                run.terminal.type("ye")
                try await run.terminal.wait(for: "the form of row \(row)") { $0.text.contains("Mirrors") }
                try await run.pressEscape()
                run.terminal.type("h")
            }
            gate.open()
            run.terminal.type("1")
            try await eventually("all have ended", timeout: .seconds(60)) {
                let list = try sandbox.start(["list", "--all", "--json"])
                _ = try await list.status()
                return try list.events().allSatisfy { ["finished", "failed"].contains($0["state"]?.string) }
            }
            run.terminal.type("L")
            try await run.quiet()
            try await run.pressEscape()
            #expect(!Self.contains(Array(run.terminal.output.utf8)))
            let list = try sandbox.start(["list", "--all", "--json"])
            #expect(try await list.status() == 0)
            let copied = run.terminal.output.pieces(between: "\u{1B}]52;c;", and: "\u{7}")
            #expect(Set(copied) == Set(try list.events().map { base64($0["url"]?.string ?? "") }))
            try await run.quit()
            #expect(try await sandbox.start(["agent", "stop"]).status() == 0)
        }

        @Test func `nothing that was given for one host reaches another`() async throws {
            other.serve("/a.bin", .file(size: 5000))
            for name in ["url", "user", "header", "cookie", "jar", "netrc"] {
                // Another port of the same machine is another host as far as secrets go, and so is another name for it.
                let target = name == "jar" ? other.url("/a.bin").replacing("127.0.0.1", with: "localhost") : other.url("/a.bin")
                origin.serve("/\(name).bin", .redirect(to: target))
            }
            for plant in plants.prefix(6) {
                let run = try sandbox.batch(["-H", "X-Own: \(Self.mark)-own", "--referer", "http://\(Self.mark).example/"] + plant.words)
                #expect(try await run.status() == 0, "\(run.output)\(run.errors)")
                let asked = try #require(other.log.last?.request)
                for header in asked.headers { #expect(!header.value.contains(Self.mark), "\(plant.words): \(header)") }
                #expect(asked.header("Authorization") == nil && asked.header("Cookie") == nil, "\(plant.words)")
            }
            #expect(other.log.count == 6)
        }

        @Test func `an address with a password in a redirect is followed, and its password is not told`() async throws {
            other.serve("/a.bin", .file(size: 5000).with { $0.credentials = .init(user: "me", password: Self.mark) })
            let target = "http://me:\(Self.mark)@127.0.0.1:\(other.port)/a.bin"
            let run = try sandbox.batch([origin.serve("/a.bin", .redirect(to: target))])
            #expect(try await run.status() == 0, "\(run.output)")
            let gone = try sandbox.batch([origin.serve("/b.bin", .redirect(to: target.replacing("/a.bin", with: "/none")))])
            #expect(try await gone.status() == 3, "\(gone.output)")
            #expect(traces().isEmpty)
        }

        @Test func `a task in several connections sends its password with each of them`() async throws {
            let reply = Reply.file(size: 8 << 20).limited(to: 2 << 20).with { $0.credentials = .init(user: "me", password: Self.mark) }
            origin.serve("/big.bin", reply)
            let run = try sandbox.batch(["-x", "4", "http://me:\(Self.mark)@127.0.0.1:\(origin.port)/big.bin"])
            #expect(try await run.status() == 0, "\(run.output)")
            #expect(origin.log.count > 1 && origin.log.allSatisfy { $0.status == 200 || $0.status == 206 }, "\(origin.log.map(\.status))")
        }
    }
}
