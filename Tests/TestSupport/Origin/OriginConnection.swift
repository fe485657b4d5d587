import Glibc

/// One accepted connection: reads requests and sends the scripted replies until either side ends it.
struct OriginConnection: Sendable {
    let descriptor: Int32
    let number: Int
    let state: OriginState
    let excess: Reply.Excess?

    func run() {
        LoopbackSocket.disableDelay(descriptor)
        var buffer: [UInt8] = []
        while !state.isStopped, let request = readRequest(&buffer) {
            guard answer(request) else { break }
        }
        state.closed(descriptor)
    }

    /// Answers one request; false when the connection is to be closed.
    private func answer(_ request: OriginRequest) -> Bool {
        var (reply, id) = state.begin(request, connection: number)
        defer { state.end(request, id: id) }
        if let excess { reply = OriginState.reply(for: excess) }
        let chosen = reply ?? fallback(for: request)
        let sender = ReplySender(descriptor: descriptor, state: state, id: id, request: request)
        let goesOn = sender.send(chosen)
        let asksToClose = request.header("Connection")?.lowercased() == "close"
        return goesOn && chosen.keepsAlive && !asksToClose
    }

    private func fallback(for request: OriginRequest) -> Reply {
        guard request.path == "/" else { return .status(404) }
        return .text(state.paths.map { $0 + "\n" }.joined())
    }

    /// Reads a request with its body; nil when the peer ends, or sends what is no request or too much of it.
    private func readRequest(_ buffer: inout [UInt8]) -> OriginRequest? {
        var searched = 0
        while true {
            if let end = Self.headEnd(in: buffer, from: max(0, searched - 3)) {
                guard var request = OriginRequest(head: Array(buffer[..<end])) else { return nil }
                buffer.removeFirst(end + 4)
                let length = request.header("Content-Length").flatMap { Int($0) } ?? 0
                guard (0...(8 << 20)).contains(length) else { return nil }
                if request.header("Expect")?.lowercased() == "100-continue" {
                    _ = Array("HTTP/1.1 100 Continue\r\n\r\n".utf8).withUnsafeBytes { LoopbackSocket.sendAll(descriptor, $0) }
                }
                while buffer.count < length {
                    guard receive(&buffer) else { return nil }
                }
                request.body = Array(buffer[..<length])
                request.connection = number
                buffer.removeFirst(length)
                return request
            }
            searched = buffer.count
            guard buffer.count < 1 << 20, receive(&buffer) else { return nil }
        }
    }

    private func receive(_ buffer: inout [UInt8]) -> Bool {
        withUnsafeTemporaryAllocation(byteCount: 16 << 10, alignment: 1) { space in
            while true {
                let count = recv(descriptor, space.baseAddress, space.count, 0)
                if count < 0, errno == EINTR { continue }
                guard count > 0 else { return false }
                buffer.append(contentsOf: space[..<count])
                return true
            }
        }
    }

    private static func headEnd(in buffer: [UInt8], from start: Int) -> Int? {
        guard buffer.count >= 4 else { return nil }
        return (start..<max(start, buffer.count - 3)).first {
            buffer[$0] == 13 && buffer[$0 + 1] == 10 && buffer[$0 + 2] == 13 && buffer[$0 + 3] == 10
        }
    }
}
