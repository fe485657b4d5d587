/// A program that is run when something has happened.
public struct Hook: Sendable, Hashable {
    public enum Occasion: String, Sendable, Hashable, Codable, CaseIterable {
        case started, finished, failed, cancelled
        /// The last task that could go on by itself has ended.
        case allDone = "all-done"

        /// The occasion that an event is; nil for events that no hook waits for.
        public init?(_ kind: Event.Kind) {
            switch kind {
            case .started: self = .started
            case .finished: self = .finished
            case .failed: self = .failed
            case .cancelled: self = .cancelled
            case .queued, .progress, .waiting, .restarted, .paused, .resumed, .verifying, .warning, .removed: return nil
            }
        }

        /// Whether it is told again by the next agent when one ended before its hook had: what has ended stays told.
        public var isKept: Bool { self != .started }
    }

    public var occasions: Set<Occasion>

    /// Only for tasks of this session; nil for all.
    public var session: SessionIdentifier?

    /// The program, an absolute path or a name to be found in `PATH`, and its arguments, which are passed as they are, without a shell.
    public var command: [String]

    /// After so long it is asked to end, and soon after made to.
    public var timeout: Duration

    public static let standardTimeout = Duration.seconds(60)

    public init(
        _ occasions: Set<Occasion>,
        session: SessionIdentifier? = nil,
        command: [String],
        timeout: Duration = standardTimeout
    ) {
        self.occasions = occasions
        self.session = session
        self.command = command
        self.timeout = timeout
    }

    /// Whether it is for what happened to a task of a session.
    public func fits(_ occasion: Occasion, of session: SessionIdentifier?) -> Bool {
        occasions.contains(occasion) && (self.session == nil || self.session == session)
    }
}

/// One run of a hook that is to come: all that it needs, so that it can be carried out by a later agent.
public struct HookOrder: Sendable, Hashable, Codable {
    /// Unique in a store; later ones sort behind earlier ones.
    public var key: String
    public var command: [String]

    /// Seconds.
    public var timeout: Double
    public var facts: HookFacts

    /// An earlier agent had begun it.
    public var isRepeated: Bool?

    /// Whether an entry of the configuration wants it, and not the task itself; nil in rows of versions that did not say.
    public var isConfigured: Bool?

    /// The process that it runs in, since it has begun.
    public var run: HookRun?

    public init(key: String, command: [String], timeout: Duration, facts: HookFacts, isConfigured: Bool? = nil) {
        self.key = key
        self.command = command
        self.timeout = timeout.inSeconds
        self.facts = facts
        self.isConfigured = isConfigured
    }

    /// The run as these entries of the configuration want it now; nil when none of them does any more.
    public func wanted(by hooks: [Hook]) -> HookOrder? {
        guard isConfigured == true else { return self }
        let hook = hooks.first { hook in
            hook.command == command && hook.occasions.contains(facts.event) && (hook.session.map { $0.text == facts.session } ?? true)
        }
        guard let hook else { return nil }
        var order = self
        order.timeout = hook.timeout.inSeconds
        return order
    }
}

/// The process of a hook, so that a later agent knows it again: the number alone may have gone to another one.
public struct HookRun: Sendable, Hashable, Codable {
    public var pid: Int32

    /// In the kernel's ticks since boot.
    public var started: UInt64

    /// Names the boot of the machine.
    public var boot: String

    public init(pid: Int32, started: UInt64, boot: String) {
        self.pid = pid
        self.started = started
        self.boot = boot
    }
}

/// What a hook is told; none of it is secret.
public struct HookFacts: Sendable, Hashable, Codable {
    public var event: Hook.Occasion

    /// Nil when it is about no single task.
    public var id: TaskID?
    public var session: String

    /// Without user name and password.
    public var url: String?
    public var name: String?
    public var path: String?
    public var bytes: Int64?

    /// `TYPE=HEX`, when it was verified.
    public var digest: String?

    /// The running time.
    public var seconds: Double?

    /// The code, and the sentence, of a failure.
    public var error: String?
    public var message: String?
    public var exit: Int32?

    /// Seconds since 1970.
    public var time: Double

    public init(_ event: Hook.Occasion, session: String, time: WallTime) {
        self.event = event
        self.session = session
        self.time = Double(time.nanoseconds) / 1e9
    }

    /// What an event tells of a task.
    public init?(_ event: Event, of record: TaskRecord?, session: String) {
        guard let occasion = Hook.Occasion(event.kind) else { return nil }
        self.init(occasion, session: session, time: event.time)
        id = event.task
        url = record?.shownURL
        switch event.kind {
        case .started(let started):
            (url, name, bytes) = (started.url, started.name, started.total)
        case .finished(let finished):
            (url, name, path, bytes) = (finished.url, finished.name, finished.file.path, finished.file.bytes)
            digest = finished.file.digest.map { "\($0.algorithm.rawValue)=\($0.hex)" }
            seconds = finished.activeTime.inSeconds
        case .failed(let failed):
            (url, name) = (failed.url, failed.name)
            error = failed.failure.code.rawValue
            message = failed.failure.detail
            exit = failed.failure.code.exitStatus
        default:
            name = record.map { TaskStateMachine($0).displayName }
        }
    }

    /// The same as variables of the environment.
    public var environment: [String: String] {
        var variables = ["HAUL_EVENT": event.rawValue, "HAUL_SESSION": session]
        let texts = [
            "HAUL_ID": id?.description, "HAUL_URL": url, "HAUL_NAME": name, "HAUL_PATH": path, "HAUL_BYTES": bytes.map { "\($0)" },
            "HAUL_DIGEST": digest, "HAUL_ERROR": error, "HAUL_MESSAGE": message, "HAUL_EXIT": exit.map { "\($0)" },
        ]
        for (name, text) in texts {
            // What a variable cannot hold is nothing that a name or an address of ours has.
            guard let text, !text.utf8.contains(0) else { continue }
            variables[name] = text
        }
        return variables
    }
}

/// How a run of a hook ended.
public enum HookEnding: Sendable, Hashable {
    case done
    /// Why it counts as failed, as the end of a sentence: `ended with status 1`.
    case failed(String)
    /// It was ended, or kept from beginning, because the agent stops.
    case interrupted
    /// The entry that wanted it is gone.
    case unwanted
}

/// What runs hooks.
public protocol HookRunner: Sendable {
    /// Runs one to its end, which is not later than its time limit and a moment; when the task is cancelled it is ended at once.
    ///
    /// - Parameters:
    ///   - order: what is to be run.
    ///   - began: called when its process is there, and before its program begins, which it does not when the answer is false.
    /// - Returns: how it ended.
    func run(_ order: HookOrder, began: @Sendable (HookRun) async -> Bool) async -> HookEnding

    /// Ends what an earlier agent had begun, if it still runs, with all that it has started.
    func endLeft(_ run: HookRun, of order: HookOrder) async
}
