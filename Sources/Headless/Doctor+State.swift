import DownloadCore

/// The folder in which stores and logs are kept.
extension Doctor {
    /// Below this a store can hardly be written; what is above is plenty for tasks without number.
    private static let leastRoom: Int64 = 1 << 20

    var state: Finding {
        let folder = facts.state
        let system = folder.fileSystem.map { " on \($0)" } ?? ""
        let elsewhere = "or set XDG_STATE_HOME to a folder of your own."
        switch folder.state {
        case .notYetThere where (folder.free ?? .max) >= Self.leastRoom:
            return Finding(.state, .ok, folder.path, "not there yet; the first command makes it")
        case .notReadable(let why):
            let advice = "Make it yours again (chmod u+rwx, or chown if it is another user's), \(elsewhere)"
            return Finding(.state, .fault, folder.path, "not readable, so no store can be opened: \(why)" + system, advice)
        case .notWritable(let why):
            let advice = "Make it yours again (chmod u+rwx, or chown if it is another user's), \(elsewhere)"
            return Finding(.state, .fault, folder.path, "not writable, so no state can be kept: \(why)" + system, advice)
        case .notADirectory:
            return Finding(.state, .fault, folder.path, "this is no directory", "Move that file away, \(elsewhere)")
        case .writable, .notYetThere:
            guard let free = folder.free else { return Finding(.state, .ok, folder.path, "writable" + system) }
            let room = "\(Shown.size(free)) free"
            guard free >= Self.leastRoom else {
                let advice = "Make room there: without it no task can be added and none goes on."
                return Finding(.state, .fault, folder.path, "its disk is full, \(room)" + system, advice)
            }
            return Finding(.state, .ok, folder.path, "writable\(system), \(room)")
        }
    }

    var store: [Finding] {
        let lookedAt = "the store of the agent"
        guard case .running(let report) = facts.agent else { return [skipped(.store, lookedAt)] }
        guard !report.storeProblems.isEmpty else { return [Finding(.store, .ok, lookedAt, "nothing was wrong when it was opened")] }
        return report.storeProblems.map { problem in
            Finding(
                .store,
                .fault,
                lookedAt,
                problem,
                "The tasks of before are in that file, in \(facts.state.path)/agent, and their part files are kept: add again what is missing."
            )
        }
    }
}
