import DownloadCore

extension Wait {
    /// The shortest name of what it waits for: a setting that a person has made is known by its key.
    var word: String { setting?.rawValue ?? reason.rawValue }
}

/// What the reason of a wait means to a person, and whether something is to be done.
enum WaitAdvice {
    /// What a person can do for a task that its turn does not come to; nil when that is only to wait.
    static func of(_ obstacle: Queue.Obstacle, task: TaskID) -> String? {
        switch obstacle.kind {
        case .tasks: "haul start-now \(task) starts it now; downloads.max_concurrent lets more run at once."
        case .priority: "haul priority \(task) high lets it go before others; haul start-now \(task) starts it now."
        case .group: "haul start-now \(task) starts it now; max_concurrent of its [[group]] lets more run at once."
        case .host: "downloads.max_connections_per_host allows more of them."
        case .session, .pause: nil
        case .disk: of(.diskFull, task: task).advice
        case .folder: of(.directoryMissing, task: task).advice
        }
    }

    /// As below, and of a setting that makes it wait.
    static func of(_ wait: Wait, task: TaskID) -> (meaning: String, isFault: Bool, advice: String?) {
        let goesOn = "haul start-now \(task) does not wait for that."
        switch wait.setting {
        case .saveData:
            return ("conditions.save_data spares every network", false, "Set conditions.save_data = false in the configuration; \(goesOn)")
        case .metered:
            let advice = "Set conditions.metered to \"auto\" or \"no\" in the configuration; \(goesOn)"
            return ("every network counts as metered by conditions.metered = \"yes\"", false, advice)
        case nil: return of(wait.reason, task: task)
        }
    }

    static func of(_ reason: WaitReason, task: TaskID) -> (meaning: String, isFault: Bool, advice: String?) {
        switch reason {
        case .retry: ("it is tried again by itself", false, "haul retry \(task) tries it at once.")
        case .rateLimited: ("the server asked for a pause", false, nil)
        case .hostLimit: ("its host has all the connections it gets", false, nil)
        case .network: ("there is no network", true, "Connect to a network; it goes on by itself.")
        case .metered:
            ("the network costs by volume", false, "Use another network; haul start-now \(task) does not wait for one.")
        case .cellular: ("the network is a mobile one", false, "Use another network; haul start-now \(task) does not wait for one.")
        case .power: ("the machine runs on battery", false, "Plug it in; haul start-now \(task) does not wait for that.")
        case .load: ("the machine is busy", false, "haul start-now \(task) does not wait for less load.")
        case .schedule: ("its time of day has not come", false, "haul start-now \(task) does not wait for that.")
        case .startTime: ("it is to start later", false, "haul start-now \(task) starts it now.")
        case .diskFull: ("the disk is full", true, "Make room; it goes on by itself.")
        case .directoryMissing: ("its folder is missing", true, "Do what is said there; it goes on by itself.")
        case .authentication: ("the server wants a name and a password", true, "Give them with haul auth \(task).")
        case .queue: ("others go before it", false, "haul start-now \(task) starts it now.")
        }
    }
}
