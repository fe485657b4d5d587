extension Reply {
    /// A file of generated content.
    public static func file(size: Int64, seed: UInt64 = 1) -> Reply {
        Reply().with { $0.content = .generated(GeneratedContent(seed: seed, size: size)) }
    }

    /// A file of these bytes.
    public static func bytes(_ bytes: [UInt8]) -> Reply {
        Reply().with { $0.content = .bytes(bytes) }
    }

    /// A file of this text.
    public static func text(_ text: String, type: String = "text/plain") -> Reply {
        bytes(Array(text.utf8)).with { $0.contentType = type }
    }

    /// A status with a small page, as servers send with errors.
    public static func status(_ status: Int, retryAfter: String? = nil, body: String = "<html>An error page</html>\n") -> Reply {
        text(body, type: "text/html").with { reply in
            reply.status = status
            reply.etag = nil
            reply.lastModified = nil
            reply.ranges = .ignored
            if let retryAfter { reply.headers.append(.init("Retry-After", retryAfter)) }
        }
    }

    /// Exactly these bytes, head and body, then the end of the connection.
    public static func raw(_ text: String) -> Reply {
        Reply().with { $0.raw = Array(text.utf8) }
    }

    /// A redirect to a path of this origin or to any other address.
    public static func redirect(to location: String, status: Int = 302) -> Reply {
        Reply.status(status, body: "moved\n").with { $0.headers.append(.init("Location", location)) }
    }

    /// This reply with some members changed.
    public func with(_ change: (inout Reply) -> Void) -> Reply {
        var copy = self
        change(&copy)
        return copy
    }

    /// This reply for the first so many requests; what comes after it in the list answers the rest.
    public func times(_ count: Int) -> Reply {
        with { $0.turns = count }
    }

    /// This reply for the first so many requests that meet the condition.
    public func times(_ count: Int, when condition: @escaping @Sendable (OriginRequest) -> Bool) -> Reply {
        with { reply in
            reply.turns = count
            reply.condition = condition
        }
    }

    /// This reply whenever the condition holds.
    public func when(_ condition: @escaping @Sendable (OriginRequest) -> Bool) -> Reply {
        with { $0.condition = condition }
    }

    /// This reply with a reset, close or stall in it.
    public func interrupted(_ interruption: Interruption) -> Reply {
        with { $0.interruption = interruption }
    }

    /// This reply at so many bytes a second on each connection.
    public func limited(to bytesPerSecond: Int64) -> Reply {
        with { $0.bytesPerSecond = bytesPerSecond }
    }
}
