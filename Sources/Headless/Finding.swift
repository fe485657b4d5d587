/// What one check of `haul doctor` looked at, what it found, and what is to be done.
public struct Finding: Sendable, Hashable {
    /// The checks, in their order.
    public enum Check: String, Sendable, Hashable, CaseIterable {
        case agent, version, session, lease, events, launch, errors, configuration, state, store, documents, disk, conditions, probe
    }

    public enum Verdict: String, Sendable, Hashable, CaseIterable {
        case ok
        /// Worth knowing, and nothing wrong.
        case note
        case fault
        /// It could not be looked at, because of an earlier fault.
        case skipped
    }

    public var check: Check
    public var verdict: Verdict
    public var lookedAt: String
    public var found: String

    /// What to do; nil when there is nothing to do.
    public var advice: String?

    public init(_ check: Check, _ verdict: Verdict, _ lookedAt: String, _ found: String, _ advice: String? = nil) {
        self.check = check
        self.verdict = verdict
        self.lookedAt = lookedAt
        self.found = found
        self.advice = advice
    }
}
