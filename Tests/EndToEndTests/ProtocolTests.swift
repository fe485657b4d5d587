import Glibc
import Testing
import TestSupport

extension EndToEnd {
    /// FTP, and TLS that ends where it should not.
    @Suite struct ProtocolTests {
        private static let size: Int64 = 6 << 20
        let sandbox: Sandbox

        init() throws {
            sandbox = try Sandbox()
        }

        // MARK: - FTP

        /// An anonymous FTP server of the folder `pub`, at some bytes a second.
        private func vsftpd(rate: Int64) async throws -> Server {
            let server = try Server("haul-ftp")
            let here = server.folder.path
            chmod(here, 0o755)
            for name in ["pub", "empty"] { mkdir(here + "/" + name, 0o555) }
            try server.folder.write(
                """
                listen=YES
                background=NO
                listen_address=127.0.0.1
                listen_port=\(server.port)
                anonymous_enable=YES
                local_enable=NO
                no_anon_password=YES
                anon_root=\(here)/pub
                secure_chroot_dir=\(here)/empty
                pasv_address=127.0.0.1
                xferlog_enable=NO
                anon_max_rate=\(rate)
                seccomp_sandbox=NO

                """,
                to: "ftp.conf"
            )
            try await server.start("vsftpd", [here + "/ftp.conf"])
            return server
        }

        @Test(.enabled(if: Program.has("vsftpd") && Program.isRoot))
        func `FTP downloads, goes on where it was killed, and begins anew when the file has changed`() async throws {
            let content = GeneratedContent(seed: 9, size: Self.size)
            let server = try await vsftpd(rate: 2 << 20)
            let path = try server.file("pub/a.bin", content)
            let url = "ftp://127.0.0.1:\(server.port)/a.bin"
            let first = try sandbox.batch([url])
            try await first.wait(for: "progress") { $0["done"]?.integer ?? 0 > 3 << 20 }
            try await first.process.killAtOnce()
            let second = try sandbox.batch([url])
            try await second.wait(for: "started") { $0["resumedAt"]?.integer ?? 0 > 1 << 20 }
            try await second.process.killAtOnce()
            // Another file of the same length, of another second.
            unlink(path)
            let changed = GeneratedContent(seed: 10, size: Self.size)
            _ = try server.file("pub/a.bin", changed)
            var times = [timeval(tv_sec: 1_000_000_000, tv_usec: 0), timeval(tv_sec: 1_000_000_000, tv_usec: 0)]
            utimes(path, &times)
            let third = try sandbox.batch([url])
            #expect(try await third.status() == 0, "\(third.output)\(server.log)")
            #expect(try third.events("restarted").count == 1, "\(third.output)")
            let published = try #require(try third.events("finished").first?["path"]?.string)
            #expect(changed.firstDifference(fileAt: published) == nil)
        }

        @Test(.enabled(if: Program.has("vsftpd") && Program.isRoot))
        func `what an FTP server does not have ends with 3, an empty file is a file`() async throws {
            let server = try await vsftpd(rate: 0)
            let gone = try sandbox.batch(["ftp://127.0.0.1:\(server.port)/none.bin"])
            #expect(try await gone.status() == 3, "\(gone.output)")
            try writeFile("", to: server.folder.appending("pub/empty.bin"))
            let empty = try sandbox.batch(["ftp://127.0.0.1:\(server.port)/empty.bin"])
            #expect(try await empty.status() == 0, "\(empty.output)")
            #expect(try empty.events("finished").first?["bytes"]?.integer == 0)
        }

        // MARK: - TLS

        private func certificate(_ server: Server) async throws {
            let here = server.folder.path
            try await server.run(
                "openssl",
                [
                    "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2", "-subj",
                    "/CN=localhost", "-addext", "subjectAltName=IP:127.0.0.1", "-keyout", here + "/key.pem", "-out", here + "/cert.pem",
                ]
            )
        }

        /// Says one reply to each who asks, then ends the connection as TLS wants it.
        private static let orderly = """
            import socket, ssl, sys
            context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            context.load_cert_chain("cert.pem", "key.pem")
            listener = socket.create_server(("127.0.0.1", int(sys.argv[1])))
            while True:
                raw, _ = listener.accept()
                try:
                    tls = context.wrap_socket(raw, server_side=True)
                    tls.recv(65536)
                    tls.sendall(b"HTTP/1.1 200 OK\\r\\nConnection: close\\r\\n\\r\\n" + b"x" * 20000)
                    tls.unwrap().close()
                except OSError:
                    raw.close()
            """

        @Test(.enabled(if: Program.has("openssl") && Program.has("python3")))
        func `a body of unknown length that TLS ends is whole`() async throws {
            let server = try Server("haul-tls")
            try await certificate(server)
            let script = "import os; os.chdir(\"\(server.folder.path)\")\n" + Self.orderly
            try await server.start("python3", ["-c", script, "\(server.port)"])
            let run = try sandbox.batch(["--cacert", server.folder.appending("cert.pem"), "https://127.0.0.1:\(server.port)/a.txt"])
            #expect(try await run.status() == 0, "\(run.output)\(server.log)")
            #expect(try run.events("finished").first?["bytes"]?.integer == 20_000)
        }

        /// A server that says one reply over TLS and is then killed, so that its end is never announced (no close_notify).
        @Test(.enabled(if: Program.has("openssl")), arguments: [true, false])
        func `a body that TLS does not end is not whole`(_ isLengthKnown: Bool) async throws {
            let server = try Server("haul-tls")
            let here = server.folder.path
            try await certificate(server)
            let body = String(repeating: "x", count: 20_000)
            let length = isLengthKnown ? "Content-Length: 21000\r\n" : ""
            // The reply goes out as soon as somebody has connected; the pipe stays open, and the server with it.
            let pipe = try CommandPipe(in: server.folder)
            var streams = ChildProcess.Streams()
            streams.input = pipe.path
            streams.output = here + "/asked"
            streams.error = here + "/serve.err"
            let openssl = try #require(Program.named("openssl"))
            let tls = try ChildProcess(
                openssl,
                ["s_server", "-quiet", "-accept", "\(server.port)", "-cert", here + "/cert.pem", "-key", here + "/key.pem"],
                environment: ["PATH": "/usr/bin:/bin"],
                streams: streams
            )
            pipe.write("HTTP/1.1 200 OK\r\n\(length)Connection: close\r\n\r\n\(body)")
            // Until the port is open its address listens nowhere.
            let words = ["--cacert", here + "/cert.pem", "--retries", "5", "--timeout", "5", "https://127.0.0.1:\(server.port)/a.txt"]
            let run = try sandbox.batch(words)
            try await run.wait(for: "started")
            try await tls.killAtOnce()
            #expect(try await run.status() == 6, "\(run.output)")
            #expect(sandbox.published.isEmpty)
        }
    }
}
