import Glibc

/// Sends one reply over a connection, with the delays, limits and cuts of its script.
struct ReplySender {
    let descriptor: Int32
    let state: OriginState
    let id: Int
    let request: OriginRequest

    /// Sends it; false when the connection must be closed.
    func send(_ reply: Reply) -> Bool {
        guard passes(reply.gate), pause(reply.delayBeforeHeaders) else { return false }
        switch reply.interruption {
        case .resetBeforeReply:
            LoopbackSocket.resetOnClose(descriptor)
            return false
        case .closeBeforeReply:
            return false
        case .stallBeforeReply:
            return stall()
        default:
            break
        }
        if let raw = reply.raw {
            _ = sendBytes(raw)
            return false
        }
        let plan = ReplyPlan(reply, for: request)
        var head = reply.interim.map { "\(reply.version) \($0) \(Self.reason($0))\r\n\r\n" }.joined()
        head += "\(reply.version) \(plan.status) \(Self.reason(plan.status))\r\n"
        head += plan.headers.map { "\($0.name): \($0.value)\r\n" }.joined() + "\r\n"
        state.update(id) { $0.status = plan.status }
        guard sendBytes(Array(head.utf8)) else { return false }
        if request.method == "HEAD" { return !plan.closesAfter }
        return sendBody(plan, reply)
    }

    private func sendBody(_ plan: ReplyPlan, _ reply: Reply) -> Bool {
        let limit = reply.interruption?.limit ?? .max
        let isChunked = reply.framing == .chunked && plan.status != 204 && plan.status != 304
        var pacer = Pacer(bytesPerSecond: reply.bytesPerSecond)
        var left = limit
        for piece in [Piece.bytes(plan.prefix), .content(plan.range), .bytes(plan.suffix)] {
            var offset: Int64 = 0
            while offset < piece.count, left > 0 {
                let count = min(piece.count - offset, left, pacer.largestStep)
                let bytes = piece.bytes(offset..<offset + count, of: reply.content)
                guard sendPiece(bytes, isChunked: isChunked) else { return false }
                state.update(id) { $0.bytesSent += count }
                offset += count
                left -= count
                guard pause(pacer.delay(after: count)), !isClosed else { return false }
            }
        }
        switch reply.interruption {
        case .reset:
            drain()
            LoopbackSocket.resetOnClose(descriptor)
            return false
        case .close: return false
        case .stall: return stall()
        default: break
        }
        if isChunked { return sendBytes(Array("0\r\n\r\n".utf8)) && !plan.closesAfter }
        return !plan.closesAfter
    }

    /// A part of the body: bytes as they are, or a stretch of the content.
    private enum Piece {
        case bytes([UInt8])
        case content(Range<Int64>)

        var count: Int64 {
            switch self {
            case .bytes(let bytes): Int64(bytes.count)
            case .content(let range): Int64(range.count)
            }
        }

        func bytes(_ range: Range<Int64>, of content: Reply.Content) -> [UInt8] {
            switch self {
            case .bytes(let bytes):
                return Array(bytes[Int(range.lowerBound)..<Int(range.upperBound)])
            case .content(let whole):
                let wanted = whole.lowerBound + range.lowerBound..<whole.lowerBound + range.upperBound
                switch content {
                case .generated(let content): return content.bytes(wanted)
                case .bytes(let bytes): return Array(bytes[Int(wanted.lowerBound)..<Int(wanted.upperBound)])
                }
            }
        }
    }

    private func sendPiece(_ bytes: [UInt8], isChunked: Bool) -> Bool {
        guard isChunked else { return sendBytes(bytes) }
        return sendBytes(Array("\(String(bytes.count, radix: 16))\r\n".utf8) + bytes + [13, 10])
    }

    private func sendBytes(_ bytes: [UInt8]) -> Bool {
        bytes.withUnsafeBytes { LoopbackSocket.sendAll(descriptor, $0) }
    }

    /// Waits until the kernel has delivered what was sent, so that a reset throws none of it away on this side.
    private func drain() {
        for _ in 0..<200 {
            var waiting: Int32 = 0
            guard ioctl(descriptor, UInt(TIOCOUTQ), &waiting) == 0, waiting > 0 else { return }
            guard !state.isStopped, !LoopbackSocket.isClosedByPeer(descriptor, waitingMilliseconds: 5) else { return }
        }
    }

    private var isClosed: Bool {
        LoopbackSocket.isClosedByPeer(descriptor, waitingMilliseconds: 0)
    }

    /// Keeps the connection open and silent until the peer or the origin ends it.
    private func stall() -> Bool {
        while !state.isStopped, !LoopbackSocket.isClosedByPeer(descriptor, waitingMilliseconds: 20) {}
        return false
    }

    private func passes(_ gate: Gate?) -> Bool {
        guard let gate else { return true }
        while !gate.isOpen {
            guard !state.isStopped, !LoopbackSocket.isClosedByPeer(descriptor, waitingMilliseconds: 2) else { return false }
        }
        return true
    }

    /// Waits for a scripted delay; false when the peer or the origin ended meanwhile.
    private func pause(_ duration: Duration) -> Bool {
        guard duration > .zero else { return true }
        let end = ContinuousClock.now + duration
        while true {
            let left = end - ContinuousClock.now
            guard left > .zero else { return true }
            let milliseconds = Int32(clamping: left.components.seconds * 1000 + left.components.attoseconds / 1_000_000_000_000_000)
            let isClosed = LoopbackSocket.isClosedByPeer(descriptor, waitingMilliseconds: min(max(1, milliseconds), 20))
            guard !state.isStopped, !isClosed else { return false }
        }
    }

    private static func reason(_ status: Int) -> String {
        switch status {
        case 200: "OK"
        case 206: "Partial Content"
        case 302: "Found"
        case 404: "Not Found"
        case 416: "Range Not Satisfiable"
        case 503: "Service Unavailable"
        default: "Status"
        }
    }
}
