internal import Platform
internal import TestSupport

/// An nginx on loopback ports of its own, with and without TLS, that serves a folder.
final class Nginx: Sendable {
    private let process: MeasuredProcess
    private let folder: TemporaryDirectory

    /// What it was built with when its certificate can be trusted: the file that holds it.
    let certificate: String
    private let port: UInt16
    private let securePort: UInt16

    /// Starts it; nil where nginx or openssl is not installed.
    init?(in folder: TemporaryDirectory, program: String?, openssl: String?) async throws {
        guard let program, let openssl else { return nil }
        self.folder = folder
        (port, securePort) = (try freePort(), try freePort())
        // The workers of an nginx that root starts are somebody else.
        _ = try Directory.make(folder.appending("origin"), mode: 0o755)
        certificate = folder.appending("certificate.pem")
        let key = folder.appending("key.pem")
        let environment = ["PATH": "/usr/bin:/bin", "HOME": folder.path]
        let made = try await MeasuredProcess(
            openssl,
            [
                "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=127.0.0.1",
                "-addext", "subjectAltName=IP:127.0.0.1", "-keyout", key, "-out", certificate,
            ],
            environment: environment,
            streams: Spawn.Streams()
        ).ended(within: .seconds(60))
        guard made.status == 0 else { throw Problem("openssl makes no certificate") }
        let configuration = """
            worker_processes 1; daemon off; pid \(folder.path)/nginx.pid; error_log \(folder.path)/nginx.log;
            events { worker_connections 4096; }
            http {
              access_log off; sendfile on; keepalive_requests 100000; client_body_temp_path \(folder.path)/body;
              default_type application/octet-stream; root \(folder.path)/origin;
              server { listen 127.0.0.1:\(port) backlog=4096; }
              server { listen 127.0.0.1:\(securePort) ssl; ssl_certificate \(certificate); ssl_certificate_key \(key); }
            }
            """
        let path = try folder.write(configuration, to: "nginx.conf")
        process = try MeasuredProcess(
            program,
            ["-c", path, "-p", folder.path, "-e", folder.appending("nginx.log")],
            environment: environment,
            streams: Spawn.Streams()
        )
        let process = process
        try FileProbe.openToAll(folder.path)
        try await eventually("nginx listens", timeout: .seconds(20)) {
            if process.poll() != nil { throw Problem("nginx ended: " + String(decoding: folder.read("nginx.log") ?? [], as: UTF8.self)) }
            return folder.read("nginx.pid")?.isEmpty == false
        }
    }

    /// Puts a file in place.
    func serve(_ name: String, _ content: GeneratedContent) throws {
        try FileProbe.write(content, to: folder.appending("origin/\(name)"))
    }

    func remove(_ name: String) {
        TemporaryDirectory.remove(folder.appending("origin/\(name)"))
    }

    func url(_ name: String, isSecure: Bool = false) -> String {
        isSecure ? "https://127.0.0.1:\(securePort)/\(name)" : "http://127.0.0.1:\(port)/\(name)"
    }
}
