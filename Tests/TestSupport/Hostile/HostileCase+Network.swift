extension HostileCase {
    private static func once(_ status: Int, _ retryAfter: String? = nil, ids: String = "B163") -> HostileCase {
        let name = retryAfter.map { "-after-" + $0.filter { $0.isLetter || $0.isNumber || $0 == "-" } } ?? ""
        return HostileCase("network/\(status)\(name)", ids, right, Reply.status(status, retryAfter: retryAfter).times(1), file)
    }

    private static func crowded(_ name: String, _ excess: Reply.Excess) -> HostileCase {
        HostileCase(
            "network/two-at-a-time-\(name)",
            "B158",
            right,
            file.limited(to: 1 << 20).with { reply in
                reply.maximumConcurrent = 2
                reply.excess = excess
            }
        )
    }

    /// Kind 5: what becomes of connections.
    public static let networks: [HostileCase] = [
        HostileCase("network/silence-in-the-body", "B143 B145 B146", right, file.interrupted(.stall(after: 1_000_000)).times(1), file),
        HostileCase("network/silence-before-the-reply", "B143", right, file.interrupted(.stallBeforeReply).times(1), file),
        HostileCase("network/reset-before-the-reply", "B179 B178", right, file.interrupted(.resetBeforeReply).times(2), file),
        HostileCase("network/closed-before-the-reply", "B178", right, file.interrupted(.closeBeforeReply).times(2), file),
        HostileCase("network/closed-for-ever", "B145", .failure(["network"]), file.interrupted(.closeBeforeReply)),
        once(429, "1", ids: "B155 B163"), once(503, "1", ids: "B155"), once(503, "Mon, 30 Nov 2026 14:02:04 GMT", ids: "B157"),
        once(503, "Sat, 01 Jan 2000 00:00:00 GMT", ids: "B157"), once(503, "soon", ids: "B157"), once(503, "-5", ids: "B157"),
        once(408), once(425), once(500), once(502), once(504),
        HostileCase("network/503-for-ever", "B163", .failure(["overloaded"]), .status(503)),
        crowded("503", .status(503, retryAfter: nil)), crowded("429", .status(429, retryAfter: nil)),
        crowded("403", .status(403, retryAfter: nil)), crowded("reset", .reset),
        HostileCase("network/early-news", "B028 B179", right, file.with { $0.interim = [100, 103, 103] }),
        HostileCase("network/no-http", "B067", .failure(["bad-reply", "network"]), .raw("<html>I am no HTTP server</html>\n")),
        HostileCase("network/half-a-header", "B179", .failure(["network", "bad-reply"]), .raw("HTTP/1.1 200 OK\r\nContent-Le")),
        HostileCase(
            "network/endless-header",
            "B065",
            .failure(["bad-reply", "network", "internal"]),
            .raw(
                "HTTP/1.1 200 OK\r\n" + String(repeating: "X-Much: \(String(repeating: "y", count: 1000))\r\n", count: 1000) + "\r\n"
            )
        ),
        HostileCase(
            "network/status-of-many-digits",
            "B067",
            .failure(["bad-reply", "network", "http-status"]),
            .raw(
                "HTTP/1.1 99999999999999999999 Yes\r\nContent-Length: 0\r\n\r\n"
            )
        ),
        HostileCase("network/plain-404", "B080", .failure(["not-found"]), .status(404)),
        HostileCase("network/plain-410", "B080", .failure(["not-found"]), .status(410)),
        HostileCase("network/plain-403", "B080", .failure(["http-status"]), .status(403)),
    ]
}
