import DownloadCore

/// What the reason of a wait means to a person, and whether something is to be done.
enum WaitAdvice {
    static func of(_ reason: WaitReason, task: TaskID) -> (meaning: String, isFault: Bool, advice: String?) {
        switch reason {
        case .retry: ("it is tried again by itself", false, "haul retry \(task) tries it at once.")
        case .rateLimited: ("the server asked for a pause", false, nil)
        case .hostLimit: ("its host has all the connections it gets", false, nil)
        case .network: ("there is no network", true, "Connect to a network; it goes on by itself.")
        case .metered:
            ("the network costs by volume, or is to be spared", false, "Use another network; haul start-now \(task) does not wait for one.")
        case .cellular: ("the network is a mobile one", false, "Use another network; haul start-now \(task) does not wait for one.")
        case .power: ("the machine runs on battery", false, "Plug it in; haul start-now \(task) does not wait for that.")
        case .load: ("the machine is busy", false, "haul start-now \(task) does not wait for less load.")
        case .schedule: ("its time of day has not come", false, "haul start-now \(task) does not wait for that.")
        case .startTime: ("it is to start later", false, "haul start-now \(task) starts it now.")
        case .diskFull: ("the disk is full", true, "Make room; it goes on by itself.")
        case .directoryMissing: ("its folder is missing", true, "Mount or make the folder; it goes on by itself.")
        case .authentication: ("the server wants a name and a password", true, "Give them with haul auth \(task).")
        case .queue: ("others go before it", false, "haul start-now \(task) starts it now.")
        }
    }
}
