import Glibc
import Testing
import TestSupport

extension EndToEnd {
    /// Other protocols, against the servers that people run.
    @Suite struct ServerTests {
        let sandbox: Sandbox
        private let content = GeneratedContent(seed: 9, size: 5_000_001)

        init() throws {
            sandbox = try Sandbox()
        }

        private func expectFile(_ run: Run, log: String = "") async throws {
            #expect(try await run.status() == 0, "\(run.output)\(run.errors)\(log)")
            let path = try #require(try run.events("finished").first?["path"]?.string)
            #expect(content.firstDifference(fileAt: path) == nil)
        }

        // MARK: - HTTPS

        private func nginx() async throws -> Server {
            let server = try Server("haul-nginx")
            _ = try server.file("a.bin", content)
            for (name, subject) in [("right", "localhost"), ("wrong", "elsewhere")] {
                try await server.run(
                    "openssl",
                    [
                        "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2",
                        "-subj", "/CN=\(subject)", "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1",
                        "-keyout", server.folder.appending(name + ".key"), "-out", server.folder.appending(name + ".pem"),
                    ]
                )
            }
            let here = server.folder.path
            try server.folder.write(
                """
                \(Program.isRoot ? "user root;" : "")
                daemon off; master_process off; pid \(here)/nginx.pid; error_log \(here)/error.log;
                events {}
                http {
                    access_log off; client_body_temp_path \(here)/body; proxy_temp_path \(here)/proxy;
                    fastcgi_temp_path \(here)/fastcgi; uwsgi_temp_path \(here)/uwsgi; scgi_temp_path \(here)/scgi;
                    server {
                        listen 127.0.0.1:\(server.port) ssl http2;
                        ssl_certificate \(here)/right.pem; ssl_certificate_key \(here)/right.key;
                        root \(here);
                    }
                }

                """,
                to: "nginx.conf"
            )
            try await server.start("nginx", ["-p", here, "-e", here + "/error.log", "-c", here + "/nginx.conf"])
            return server
        }

        @Test(.enabled(if: Program.has("nginx") && Program.has("openssl")))
        func `HTTPS downloads with the right authority and ends with 60 otherwise`() async throws {
            let server = try await nginx()
            let url = "https://127.0.0.1:\(server.port)/a.bin"
            let wrong = try sandbox.batch(["--cacert", server.folder.appending("wrong.pem"), url])
            #expect(try await wrong.status() == 60, "\(wrong.output)")
            #expect(try wrong.events("failed").first?["error"]?["code"]?.string == "tls")
            let none = try sandbox.batch([url])
            #expect(try await none.status() == 60, "\(none.output)")
            #expect(sandbox.published.isEmpty)
            try await expectFile(try sandbox.batch(["--cacert", server.folder.appending("right.pem"), "-x", "4", url]))
            try await expectFile(try sandbox.batch(["--insecure", url]))
        }

        // MARK: - SFTP

        private func sshd() async throws -> Server {
            let server = try Server("haul-sshd")
            let here = server.folder.path
            try await server.run("ssh-keygen", ["-q", "-t", "ed25519", "-N", "", "-f", here + "/host"])
            try await server.run("ssh-keygen", ["-q", "-t", "ed25519", "-N", "", "-f", here + "/user"])
            try server.folder.write(
                """
                Port \(server.port)
                ListenAddress 127.0.0.1
                HostKey \(here)/host
                PidFile none
                AuthorizedKeysFile \(here)/user.pub
                StrictModes no
                UsePAM no
                PermitRootLogin yes
                PasswordAuthentication no
                Subsystem sftp internal-sftp

                """,
                to: "sshd_config"
            )
            if Program.isRoot { mkdir("/run/sshd", 0o755) }
            try await server.start("sshd", ["-D", "-e", "-f", here + "/sshd_config"])
            return server
        }

        @Test(.enabled(if: Program.has("sshd") && Program.has("ssh-keygen")))
        func `SFTP downloads from a known host and refuses an unknown one`() async throws {
            let server = try await sshd()
            let path = try server.file("a.bin", content)
            let user = getpwuid(geteuid()).flatMap { $0.pointee.pw_name }.map { String(cString: $0) } ?? "root"
            let url = "sftp://\(user)@127.0.0.1:\(server.port)\(path)"
            let folder = sandbox.folder.appending("home/.ssh")
            mkdir(folder, 0o700)
            for (from, to) in [("user", "id_ed25519"), ("user.pub", "id_ed25519.pub")] {
                let bytes = try #require(server.folder.read(from))
                try writeFile(String(decoding: bytes, as: UTF8.self), to: folder + "/" + to)
                chmod(folder + "/" + to, 0o600)
            }
            let unknown = try sandbox.batch([url])
            #expect(try await unknown.status() != 0)
            #expect(sandbox.published.isEmpty)
            #expect(unknown.output.contains("is not in known_hosts, or another one is"), "\(unknown.output)")

            let key = String(decoding: server.folder.read("host.pub") ?? [], as: UTF8.self)
            try writeFile("[127.0.0.1]:\(server.port) \(key)", to: folder + "/known_hosts")
            let run = try sandbox.batch([url])
            _ = try await run.status()
            try await expectFile(run, log: server.log)
        }
    }
}
