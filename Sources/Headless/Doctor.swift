import DownloadCore
import Screen

/// What `haul doctor` makes of what it looked at.
public struct Doctor: Sendable {
    let facts: DoctorFacts

    /// How a moment is written.
    let time: @Sendable (WallTime) -> String

    /// Makes the findings ready.
    ///
    /// - Parameters:
    ///   - facts: what was looked at.
    ///   - style: of the lines for people, with the clock of their place; nil for a program, which gets UTC.
    public init(_ facts: DoctorFacts, style: TextStyle? = nil) {
        self.facts = facts
        if let style {
            time = { style.time($0) }
        } else {
            time = { Timestamp.seconds($0) }
        }
    }

    /// One or more for each check, in the order of the checks.
    public var findings: [Finding] {
        [agent, version, session] + leases + events + launches + errors + configuration + [state] + store + [documents, disk] + world
            + conditions + probe
    }

    // MARK: - The agent

    private var agent: Finding {
        let place = facts.socket
        switch facts.agent {
        case .absent where facts.foreignRuntime != nil:
            return Finding(
                .agent,
                .note,
                place,
                "not running, and \(facts.foreignRuntime ?? "") belongs to another user",
                "Set XDG_RUNTIME_DIR to a folder of your own, or unset it: then the agent listens in the state folder."
            )
        case .running(let report):
            let how = report.isService ? ", as a systemd service" : ""
            let found = "running, pid \(report.pid), version \(report.version), for \(Shown.duration(report.uptime))\(how)"
            return Finding(.agent, .ok, place, found)
        case .absent:
            return Finding(
                .agent,
                .note,
                place,
                "not running",
                "The next haul command that needs it starts it; haul agent start does so now."
            )
        case .broken(let why):
            if let runtime = facts.foreignRuntime {
                let advice =
                    "Set XDG_RUNTIME_DIR to a folder of your own (log in as yourself instead of by su), or unset it: then the state folder is used."
                return Finding(.agent, .fault, place, "\(why); \(runtime) belongs to another user", advice)
            }
            return Finding(.agent, .fault, place, why, "Look at the end of \(facts.log), then try haul agent stop and haul agent start.")
        }
    }

    private var version: Finding {
        guard case .running(let report) = facts.agent else { return skipped(.version, "the agent's version") }
        let lookedAt = "this program \(facts.version), agent \(report.version)"
        guard report.version != facts.version else { return Finding(.version, .ok, lookedAt, "they fit") }
        return Finding(
            .version,
            .fault,
            lookedAt,
            "the agent is of another version",
            "Run haul agent stop: downloads go on when the next command starts the agent of this version."
        )
    }

    func skipped(_ check: Finding.Check, _ lookedAt: String) -> Finding {
        Finding(check, .skipped, lookedAt, "not looked at, since the agent could not be asked")
    }

    // MARK: - Sessions

    /// The sessions that the further checks are about.
    private var meant: [SessionSummary] {
        guard let wanted = facts.session else { return facts.sessions ?? [] }
        return (facts.sessions ?? []).filter { $0.identifier == wanted }
    }

    /// Their tasks; nil when nobody could be asked.
    var tasks: [TaskSnapshot]? {
        guard let wanted = facts.session else { return facts.tasks }
        return facts.tasks?.filter { SessionIdentifier($0.session) == wanted }
    }

    private var session: Finding {
        guard let sessions = facts.sessions else { return skipped(.session, "the sessions of the agent") }
        let lookedAt = "\(Format.count(sessions.count)) session\(sessions.count == 1 ? "" : "s") of the agent"
        guard let wanted = facts.session else {
            return Finding(.session, .ok, lookedAt, sessions.isEmpty ? "none yet" : names(sessions.map(\.identifier)))
        }
        guard let found = meant.first else {
            let near = NearMiss.sessions(like: wanted, among: sessions.map(\.identifier))
            let advice =
                near.isEmpty
                ? "Check that the program made its session as a background session, with this identifier, and that it has run since."
                : "Use the identifier exactly as the program that added the tasks does: did you mean \(names(near))?"
            return Finding(.session, .fault, lookedAt, "there is no session \(wanted.text.quoted)", advice)
        }
        if found.isInvalidated {
            return Finding(
                .session,
                .fault,
                lookedAt,
                "\(wanted.text.quoted) was invalidated and takes no new tasks",
                "The program has to make a new session once this one has gone, or use another identifier."
            )
        }
        let near = NearMiss.sessions(like: wanted, among: sessions.map(\.identifier))
        guard near.isEmpty else {
            return Finding(
                .session,
                .note,
                lookedAt,
                "\(wanted.text.quoted) is known, and so is \(names(near))",
                "If both are meant to be one session, use one identifier everywhere: they are compared byte for byte."
            )
        }
        return Finding(.session, .ok, lookedAt, "\(wanted.text.quoted) is known, with \(Format.count(found.tasks)) tasks")
    }

    private func names(_ identifiers: [SessionIdentifier]) -> String {
        let shown = identifiers.prefix(8).map(\.text.quoted)
        return shown.joined(separator: ", ") + (identifiers.count > 8 ? " and \(identifiers.count - 8) more" : "")
    }

    private var leases: [Finding] {
        guard facts.sessions != nil else { return [skipped(.lease, "who consumes events")] }
        let programs = meant.filter { $0.identifier != .haul }
        guard !programs.isEmpty else { return [Finding(.lease, .ok, "who consumes events", "no session of a program is concerned")] }
        return programs.map { session in
            let lookedAt = "the holder of \(session.identifier.text.quoted)"
            if let holder = session.holder { return Finding(.lease, .ok, lookedAt, "process \(holder)") }
            return Finding(.lease, .note, lookedAt, "nobody is attached; events are kept until somebody is")
        }
    }

    private var events: [Finding] {
        guard facts.sessions != nil else { return [skipped(.events, "events that nobody has acknowledged")] }
        let waiting = meant.filter { $0.waitingEvents > 0 && $0.identifier != .haul }
        guard !waiting.isEmpty else { return [Finding(.events, .ok, "events that nobody has acknowledged", "none")] }
        return waiting.map { session in
            let count = session.waitingEvents
            let found = "\(Format.count(count)) event\(count == 1 ? " waits" : "s wait") for it"
            let lookedAt = "the journal of \(session.identifier.text.quoted)"
            guard session.holder == nil else { return Finding(.events, .note, lookedAt, found + ", and its program is being told") }
            if session.identifier.text.hasPrefix("batch/") {
                let advice =
                    "Repeat the haul --batch --background command, without --detach, with the same --session or folder: it takes them."
                return Finding(.events, .fault, lookedAt, found + ", and no command waits for it", advice)
            }
            let advice =
                session.launchCommand == nil
                ? "Start its program and let it attach under exactly this identifier; it names no program to be launched."
                : "Start its program and let it attach under exactly this identifier."
            return Finding(.events, .fault, lookedAt, found + ", and nobody is attached", advice)
        }
    }

    private var launches: [Finding] {
        guard facts.sessions != nil else { return [skipped(.launch, "launch commands")] }
        guard !facts.launches.isEmpty else { return [Finding(.launch, .ok, "launch commands", "none is set")] }
        return facts.launches.map { launch in
            let lookedAt = "\(launch.path.quoted) for \(launch.session.text.quoted)"
            let failed = meant.first { $0.identifier == launch.session }?.launch == .failed
            switch launch.state {
            case .runnable where failed:
                return Finding(
                    .launch,
                    .fault,
                    lookedAt,
                    "it can be run, but the last launch failed or did not deal with its events in time",
                    "Run \(SessionTable.words(launch.command)) by hand and see how it ends; the log is \(facts.log)."
                )
            case .runnable: return Finding(.launch, .ok, lookedAt, "it can be run")
            case .missing:
                let advice = "Install the program, or let it set an absolute path; no shell looks for it."
                return Finding(.launch, .fault, lookedAt, "there is no such program", advice)
            case .notExecutable:
                return Finding(.launch, .fault, lookedAt, "it is there and cannot be executed", "Run chmod +x on it.")
            case .folderMissing:
                return Finding(.launch, .fault, lookedAt, "the folder it is to start in is missing", "Make that folder.")
            }
        }
    }

    /// So many failures are told of, the latest first.
    private static let mostErrors = 5

    private var errors: [Finding] {
        guard let tasks else { return [skipped(.errors, "tasks that failed")] }
        let failed = tasks.filter { $0.state.kind == .failed }.suffix(Self.mostErrors).reversed()
        let ofSessions = meant.compactMap { session in session.lastFailure.map { (session.identifier, $0) } }
        guard !failed.isEmpty else {
            guard let (identifier, failure) = ofSessions.first else { return [Finding(.errors, .ok, "tasks that failed", "none")] }
            let found = "the last failure: " + detail(failure)
            return [Finding(.errors, .note, "the session \(identifier.text.quoted)", found, failure.code.sentence)]
        }
        return failed.map { task in
            guard case .failed(let failure) = task.state else { return Finding(.errors, .ok, "", "") }
            let lookedAt = "task \(task.id), \(task.name.quoted)"
            return Finding(.errors, .note, lookedAt, detail(failure), failure.code.sentence + " haul retry \(task.id) tries it again.")
        }
    }

    private func detail(_ failure: Failure) -> String {
        failure.detail.isEmpty ? failure.code.rawValue : "\(failure.code.rawValue): \(failure.detail)"
    }

    // MARK: - The machine

    private var configuration: [Finding] {
        let file = facts.configurationFile
        var found: [Finding] = []
        if let problems = facts.configurationProblems {
            found = problems.map {
                Finding(.configuration, .fault, "the configuration", $0, "Correct it; haul config keys explains every key.")
            }
        }
        if case .running(let report) = facts.agent {
            // The agent may have read the file at another time, and it has more to say than that.
            for problem in report.problems where !(facts.configurationProblems ?? []).contains(problem) {
                // Nothing is wrong with what only waits for another start.
                let finding =
                    report.pending.contains(problem)
                    ? Finding(.configuration, .note, "what the agent says", problem)
                    : Finding(.configuration, .fault, "what the agent says", problem, "Correct it; the agent reads the file again.")
                found.append(finding)
            }
        }
        let notes = facts.configurationNotes.map {
            Finding(.configuration, .note, "the configuration", $0, "Change it if that is not what you mean.")
        }
        guard found.isEmpty, notes.isEmpty else { return found + notes }
        return [Finding(.configuration, .ok, file, facts.configurationProblems == nil ? "there is none: all defaults hold" : "no mistakes")]
    }

    private var documents: Finding {
        let documents = facts.documents
        let system = documents.fileSystem.map { " on \($0)" } ?? ""
        if let missing {
            let found = missing.detail.isEmpty ? "tasks wait for it to come back" : missing.detail
            return Finding(.documents, .fault, documents.path, found, "Do that; \(missing.waiting).")
        }
        // The agent says the same to whoever asks, whether or not a task waits.
        if case .running(let report) = facts.agent, let problem = report.documentsProblem {
            return Finding(.documents, .fault, documents.path, problem, "Downloads wait until that is done.")
        }
        switch documents.state {
        case .writable: return Finding(.documents, .ok, documents.path, "writable" + system)
        case .notYetThere:
            // An agent made it when it started.
            let (found, advice) =
                if case .running = facts.agent {
                    (
                        "not there any more",
                        "If it was deleted, the next download makes it again; if it was moved or its disk was unmounted, put it back."
                    )
                } else {
                    ("not there yet", "The first download makes it; there is nothing to do.")
                }
            return Finding(.documents, .note, documents.path, found + system, advice)
        case .notReadable(let why):
            let advice = "Change its permissions, or set documents.directory in \(facts.configurationFile)."
            return Finding(.documents, .fault, documents.path, "not readable: \(why)" + system, advice)
        case .notWritable(let why):
            let advice = "Change its permissions, or set documents.directory in \(facts.configurationFile)."
            return Finding(.documents, .fault, documents.path, "not writable: \(why)" + system, advice)
        case .notADirectory:
            let advice = "Move that file away, or set documents.directory in \(facts.configurationFile)."
            return Finding(.documents, .fault, documents.path, "this is no directory", advice)
        }
    }

    /// Less room than this is worth a word.
    private static let littleRoom: Int64 = 1 << 30

    private var disk: Finding {
        let lookedAt = "room at \(facts.documents.path)"
        guard let free = facts.documents.free else {
            return Finding(.disk, .note, lookedAt, "the file system does not tell how much is free")
        }
        let needed = (facts.tasks ?? []).filter { !$0.state.isEnded }.reduce(Int64(0)) { sum, task in
            sum.saturatingAdd(max(0, (task.total ?? 0).saturatingSubtract(task.done)))
        }
        let room = "\(Shown.size(free)) free"
        if needed > free {
            let found = "\(room), and the tasks of known length still need \(Shown.size(needed))"
            return Finding(.disk, .fault, lookedAt, found, "Make room, or cancel some of them.")
        }
        if free < Self.littleRoom { return Finding(.disk, .note, lookedAt, room, "Make room before something large is downloaded.") }
        return Finding(.disk, .ok, lookedAt, room)
    }

    private var conditions: [Finding] {
        guard let tasks else { return [skipped(.conditions, "tasks that wait")] }
        let waiting = tasks.compactMap { task in if case .waiting(let wait) = task.state { (task, wait) } else { nil } }
        let queued = obstacles(tasks)
        guard !waiting.isEmpty || !queued.isEmpty else {
            return [Finding(.conditions, .ok, "tasks that wait", missing == nil ? "none" : "for the documents folder, as said above")]
        }
        let found: [Finding] = WaitReason.allCases.compactMap { reason in
            // That is told with the folder.
            if reason == .directoryMissing { return nil }
            let concerned = waiting.filter { $0.1.reason == reason }
            guard let first = concerned.first else { return nil }
            let others = concerned.count > 1 ? " and \(concerned.count - 1) more" : ""
            let until = first.1.until.map { ", until \(time($0))" } ?? ""
            // The failure's code is the reason again: only its own words say more.
            let why =
                first.1.failure.flatMap { failure in
                    if failure.code.rawValue != reason.rawValue { return " after " + detail(failure) }
                    return failure.detail.isEmpty ? nil : " (\(failure.detail))"
                } ?? ""
            let words = WaitAdvice.of(first.1, task: first.0.id)
            return Finding(
                .conditions,
                words.isFault ? .fault : .note,
                "task \(first.0.id), \(first.0.name.quoted)\(others)",
                "waits (\(reason.rawValue)): \(words.meaning)\(until)\(why)",
                words.advice
            )
        }
        let all = found + queued
        return all.isEmpty ? [Finding(.conditions, .ok, "tasks that wait", "for the documents folder, as said above")] : all
    }

    // MARK: - The server

    private var probe: [Finding] {
        guard let report = facts.probe else { return [] }
        let address = ShownAddress.of(report.url)
        var found = report.hops.map { hop in
            Finding(.probe, .ok, address, "\(hop.status): redirected to \(ShownAddress.of(hop.target))")
        }
        if let reply = report.reply {
            let ranges = reply.value("Accept-Ranges").map { "Accept-Ranges: \($0)" } ?? "no Accept-Ranges"
            let length = report.length.map { "\(Shown.size($0)) (\($0) bytes)" } ?? "length unknown"
            found.append(Finding(.probe, .ok, "GET with Range: bytes=0-0", "\(reply.status), \(ranges), \(length)"))
        }
        if let representation = report.representation {
            let isStrong = representation.validator != nil
            found.append(Finding(.probe, isStrong ? .ok : .note, "the validator", ProbeText.validator(of: representation)))
        }
        let verdict = ProbeText.verdict(report)
        found.append(Finding(.probe, verdict.isGood ? .ok : .fault, "whether it can resume", verdict.found, verdict.advice))
        return found
    }
}
