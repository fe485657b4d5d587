internal import AgentLink
internal import DownloadCore
package import Platform
internal import Synchronization

/// The agent started this process since events of a session wait: the counterpart of a system's "handle these events, then call me back".
///
/// Attach to the session, deal with its events, and call `complete()` at `didFinishEvents`. It can be called once only, by the compiler's word
/// (row 62). A launch that is dropped without it is reported as abandoned (row 53); so is, after the session's `launchGrace`, one that is never completed.
public struct BackgroundLaunch: ~Copyable, Sendable {
    /// The session that the process was started for.
    public let sessionIdentifier: String

    private let ending: LaunchEnding

    /// The launch of this process.
    ///
    /// Nil when the process was not started by the agent, when the launch has been claimed already, and when what the environment says makes no sense.
    public static func claim() -> BackgroundLaunch? {
        LaunchClaim.process.claim(nil, over: .standard)
    }

    /// The launch of this process if it is for this session; another session's stays to be claimed (row 54).
    public static func claim(for sessionIdentifier: String) -> BackgroundLaunch? {
        LaunchClaim.process.claim(sessionIdentifier, over: .standard)
    }

    init(_ session: SessionIdentifier, _ ending: LaunchEnding) {
        sessionIdentifier = session.text
        self.ending = ending
    }

    deinit {
        ending.end(isComplete: false)
    }

    /// Tells the agent that the events have been dealt with; callable from anywhere (row 64).
    ///
    /// Blocks until the agent knows it. Before `didFinishEvents` it is early: the agent notes that, and the events wait on.
    public consuming func complete() {
        ending.end(isComplete: true)
    }
}

/// Tells the agent how a launch ended; the first word counts.
///
/// A class, since a value that has a `deinit` and members to be freed cannot be told to leave its `deinit` out.
final class LaunchEnding: Sendable {
    private let session: SessionIdentifier
    private let token: String
    private let access: AgentAccess
    private let hasEnded = Atomic<Bool>(false)

    init(_ session: SessionIdentifier, token: String, _ access: AgentAccess) {
        self.session = session
        self.token = token
        self.access = access
    }

    func end(isComplete: Bool) {
        guard !hasEnded.exchange(true, ordering: .acquiringAndReleasing) else { return }
        // An agent that is gone started over: it takes the launch for ended when this process attached or ended.
        _ = try? access.connector.exchange(LaunchEndedCall(session: session, token: token, isComplete: isComplete))
    }
}

/// What the agent put into the environment, to be taken once.
package final class LaunchClaim: Sendable {
    static let process = LaunchClaim(.current(), forgets: true)

    private static let tokenName = "HAUL_LAUNCH"
    private let offer: Mutex<(session: SessionIdentifier, token: String)?>

    /// Whether the token is removed from the environment, so that programs which this one starts do not take it for theirs.
    private let forgets: Bool

    package init(_ environment: Environment, forgets: Bool = false) {
        self.forgets = forgets
        guard let session = environment["BACKGROUND_SESSION"].flatMap({ SessionIdentifier($0) }),
            let token = environment[Self.tokenName]
        else {
            offer = Mutex(nil)
            return
        }
        offer = Mutex((session, token))
    }

    package func claim(_ identifier: String?, over access: AgentAccess) -> BackgroundLaunch? {
        let taken = offer.withLock { offer -> (session: SessionIdentifier, token: String)? in
            guard let found = offer else { return nil }
            if let identifier, !identifier.utf8.elementsEqual(found.session.text.utf8) { return nil }
            offer = nil
            return found
        }
        guard let (session, token) = taken else { return nil }
        if forgets { Environment.remove(Self.tokenName) }
        return BackgroundLaunch(session, LaunchEnding(session, token: token, access))
    }
}
