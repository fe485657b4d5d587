public import DownloadCore

/// Tasks as JSON, one object a line; the names are those of the events (`headless.md` section 1) where the meaning is the same.
public enum TaskJSON {
    public static func line(_ task: TaskSnapshot) -> String {
        object(task).line
    }

    static func object(_ task: TaskSnapshot) -> JSONObject {
        var object = JSONObject()
        object.add("v", 1)
        object.add("id", task.id.rawValue)
        object.add("session", task.session)
        object.add("state", task.state.kind.rawValue)
        object.add("url", ShownAddress.of(task.url))
        object.add("finalUrl", task.finalURL.map(ShownAddress.of))
        object.add("name", task.name)
        object.add("done", task.done)
        object.add("total", task.total)
        object.add("speed", task.speed.map { Int64(clamping: $0.rounded()) })
        object.add("eta", task.remaining?.components.seconds)
        object.add("connections", task.connections)
        object.add("maxConnections", task.maximumConnections)
        object.add("resumable", task.isResumable)
        object.add("attempt", task.attempt)
        object.add("priority", PriorityName(task.priority).rawValue)
        object.add("place", task.queuePosition.map { Int64($0) })
        object.add("group", task.group)
        object.add("proxy", task.proxy)
        object.add("waitsFor", task.obstacle.map(members))
        addState(task.state, to: &object)
        object.add("wasted", task.wasted)
        object.add("checksum", task.checksum.map(text))
        object.add("limit", task.rateLimit)
        object.add("added", Timestamp.milliseconds(task.added))
        object.add("ended", task.ended.map(Timestamp.milliseconds))
        object.add("seconds", seconds: task.activeTime)
        return object
    }

    private static func members(of obstacle: Queue.Obstacle) -> JSONObject {
        var object = JSONObject()
        object.add("reason", obstacle.kind.rawValue)
        object.add("name", obstacle.name)
        object.add("used", obstacle.used.map { Int64($0) })
        object.add("limit", obstacle.limit.map { Int64($0) })
        object.add("until", obstacle.until.map(Timestamp.milliseconds))
        object.add("message", obstacle.words)
        return object
    }

    static func text(_ checksum: Checksum) -> String {
        "\(checksum.algorithm.rawValue)=\(checksum.hex)"
    }

    /// What a state carries; null for the others, so that every line has the same members.
    private static func addState(_ state: TaskState, to object: inout JSONObject) {
        var wait: JSONObject?
        var failure: Failure?
        var file: FinishedFile?
        switch state {
        case .waiting(let found): wait = JSONLines.members(of: found)
        case .failed(let found): failure = found
        case .finished(let found): file = found
        case .queued, .connecting, .running, .paused, .verifying, .publishing, .cancelled: break
        }
        object.add("wait", wait)
        object.add("error", failure.map(JSONLines.error))
        object.add("path", file?.path)
        object.add("digest", file?.digest.map(text))
        object.add("missing", file?.isMissing)
    }
}

extension JSONLines {
    static func members(of wait: Wait) -> JSONObject {
        var object = JSONObject()
        add(wait, to: &object)
        object.add("setting", wait.setting?.rawValue)
        object.add("message", wait.words)
        return object
    }
}

/// A task that `haul add` has queued, as JSON.
public enum AddedTask {
    public static func json(_ id: TaskID, url: String) -> String {
        var object = JSONObject()
        object.add("v", 1)
        object.add("id", id.rawValue)
        object.add("url", ShownAddress.of(url))
        return object.line
    }
}
