import Glibc
import TestSupport

/// A blocking HTTP client of a few lines, to test the origin with something that knows nothing of it.
final class PlainClient {
    private let descriptor: Int32
    private var buffer: [UInt8] = []

    init(_ origin: Origin) throws {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var limit = timeval(tv_sec: 10, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = origin.port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let result = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard result == 0 else { throw PosixError("connect") }
    }

    deinit {
        close(descriptor)
    }

    struct Reply {
        enum End { case length, chunks, closed, reset }

        var status: Int
        var headers: [String: String]
        var body: [UInt8]
        var end: End

        func header(_ name: String) -> String? { headers[name] }
    }

    func get(_ path: String, _ lines: [String] = []) throws -> Reply {
        try send(path, lines)
        return try receive()
    }

    func send(_ path: String, _ lines: [String] = []) throws {
        let text = (["GET \(path) HTTP/1.1", "Host: 127.0.0.1"] + lines).joined(separator: "\r\n") + "\r\n\r\n"
        let bytes = Array(text.utf8)
        guard Glibc.send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL)) == bytes.count else { throw PosixError("send") }
    }

    func receive() throws -> Reply {
        var reply = Reply(status: 0, headers: [:], body: [], end: .length)
        var head: [String] = []
        while let line = readLine() {
            if line.isEmpty { break }
            head.append(line)
        }
        guard let first = head.first?.split(separator: " "), first.count > 1 else {
            reply.end = lastEnd
            return reply
        }
        reply.status = Int(first[1]) ?? 0
        for line in head.dropFirst() {
            let parts = line.split(separator: ":", maxSplits: 1)
            reply.headers[parts[0].lowercased()] = parts.last.map { String($0.drop { $0 == " " }) }
        }
        if reply.header("transfer-encoding") == "chunked" {
            reply.end = .chunks
            while let size = readLine().flatMap({ Int($0, radix: 16) }), size > 0 {
                reply.body += take(size + 2).dropLast(2)
            }
            _ = readLine()
        } else {
            let length = reply.header("content-length").flatMap { Int($0) } ?? .max
            reply.body = take(length)
            if reply.body.count < length { reply.end = lastEnd }
        }
        return reply
    }

    private var lastEnd = Reply.End.closed

    private func take(_ count: Int) -> [UInt8] {
        while buffer.count < count, more() {}
        let taken = Array(buffer.prefix(count))
        buffer.removeFirst(taken.count)
        return taken
    }

    private func readLine() -> String? {
        while true {
            if let end = buffer.firstIndex(of: 10) {
                let line = String(decoding: buffer[..<end], as: UTF8.self)
                buffer.removeFirst(end + 1)
                return line.hasSuffix("\r") ? String(line.dropLast()) : line
            }
            guard more() else { return nil }
        }
    }

    private func more() -> Bool {
        var space = [UInt8](repeating: 0, count: 1 << 16)
        let count = recv(descriptor, &space, space.count, 0)
        lastEnd = count < 0 && errno == ECONNRESET ? .reset : .closed
        guard count > 0 else { return false }
        buffer += space[..<count]
        return true
    }
}
