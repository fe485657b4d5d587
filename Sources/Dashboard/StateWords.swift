import DownloadCore

/// Few words for why a task waits or has failed.
enum StateWords {
    /// At most eleven cells, the width of the column at 80.
    static func wait(_ wait: Wait) -> String {
        if wait.setting == .saveData { return "saving data" }
        return switch wait.reason {
        case .retry: "retry \(wait.attempt)" + (wait.limit.map { "/\($0)" } ?? "")
        case .rateLimited: "server busy"
        case .hostLimit: "host limit"
        case .network: "no network"
        case .metered: "metered"
        case .cellular: "cellular"
        case .power: "on battery"
        case .load: "high load"
        case .schedule: "schedule"
        case .startTime: "start time"
        case .diskFull: "disk full"
        case .directoryMissing: "no folder"
        case .authentication: "needs login"
        case .queue: "in queue"
        }
    }

    /// At most eleven cells as well; nil where its place in the queue says enough.
    static func obstacle(_ obstacle: Queue.Obstacle) -> String? {
        switch obstacle.kind {
        case .tasks: nil
        case .priority: "outranked"
        case .group: "group full"
        case .host, .session: wait(Wait(reason: .hostLimit))
        case .pause: wait(Wait(reason: .rateLimited))
        case .disk: wait(Wait(reason: .diskFull))
        case .folder: wait(Wait(reason: .directoryMissing))
        }
    }

    /// A start by hand goes past it.
    static func isByChoice(_ reason: WaitReason) -> Bool {
        switch reason {
        case .metered, .cellular, .power, .load, .schedule, .startTime: true
        case .retry, .rateLimited, .hostLimit, .network, .diskFull, .directoryMissing, .authentication, .queue: false
        }
    }

    /// The reason in as many words as the width allows: `404 Not Found`, `HTTP 404`, `404`.
    static func failure(_ failure: Failure, _ width: Layout.Width) -> String {
        if let status = failure.httpStatus {
            return switch width {
            case .wide: phrase(status).map { "\(status) \($0)" } ?? "HTTP \(status)"
            case .normal: "HTTP \(status)"
            case .narrow: "\(status)"
            }
        }
        return width == .wide && failure.code == .tls && !failure.detail.isEmpty ? "TLS: " + failure.detail : word(failure.code)
    }

    /// The reason in full, for the status line.
    static func sentence(_ failure: Failure) -> String {
        if let status = failure.httpStatus, failure.detail.isEmpty { return phrase(status).map { "\(status) \($0)" } ?? "HTTP \(status)" }
        return failure.detail.isEmpty ? word(failure.code) : failure.detail
    }

    /// At most eleven cells.
    private static func word(_ code: Failure.Code) -> String {
        switch code {
        case .timedOut: "timed out"
        case .notFound: "not found"
        case .tooSlow: "too slow"
        case .network: "no network"
        case .unfinished: "unfinished"
        case .cannotResume: "no resume"
        case .diskFull: "disk full"
        case .sessionInUse: "session"
        case .openFile: "can't open"
        case .createFile: "can't make"
        case .writeFile: "can't write"
        case .createFolder: "no folder"
        case .nameResolution: "host lookup"
        case .badReply: "bad reply"
        case .emptyReply: "empty reply"
        case .httpStatus: "refused"
        case .redirect: "redirects"
        case .authorization: "needs login"
        case .usage: "usage"
        case .overloaded: "overloaded"
        case .checksum: "checksum"
        case .tls: "TLS"
        case .unsupportedURL: "unsupported"
        case .cancelled: "cancelled"
        case .fileChanged: "changed"
        case .internal: "internal"
        }
    }

    private static func phrase(_ status: Int) -> String? {
        let phrases = [
            400: "Bad Request", 401: "Unauthorized", 402: "Payment Req.", 403: "Forbidden", 404: "Not Found", 405: "Bad Method",
            406: "Not Acceptable", 407: "Proxy Login", 408: "Timeout", 409: "Conflict", 410: "Gone", 412: "Changed", 416: "Bad Range",
            421: "Misdirected", 423: "Locked", 425: "Too Early", 429: "Too Many", 451: "Legal Reasons", 500: "Server Error",
            501: "Unsupported", 502: "Bad Gateway", 503: "Unavailable", 504: "Gateway Time", 507: "No Storage", 509: "No Bandwidth",
        ]
        return phrases[status]
    }
}
