public import DownloadCore

/// What a hook reads from its standard input: one object; the names are those of the events where the meaning is the same.
public enum HookJSON {
    /// - Parameters:
    ///   - facts: what happened.
    ///   - isRepeated: an earlier agent may have run it already.
    /// - Returns: the object, without a line end.
    public static func line(_ facts: HookFacts, isRepeated: Bool) -> String {
        var object = JSONObject()
        object.add("v", 1)
        object.add("time", Timestamp.milliseconds(WallTime(nanoseconds: Int64(clamping: facts.time * 1e9))))
        object.add("event", facts.event.rawValue)
        object.add("id", facts.id?.rawValue)
        object.add("session", facts.session)
        object.add("url", facts.url.map(ShownAddress.of))
        object.add("name", facts.name)
        object.add("path", facts.path)
        object.add("bytes", facts.bytes)
        object.add("digest", facts.digest)
        object.add("seconds", seconds: facts.seconds.map(Duration.clamping(seconds:)))
        object.add("error", facts.error)
        object.add("message", facts.message)
        object.add("exit", facts.exit.map(Int64.init))
        object.add("repeated", isRepeated)
        return object.line
    }
}
