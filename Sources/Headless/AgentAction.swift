/// What `haul agent` is to do.
public enum AgentAction: String, Sendable, Hashable, CaseIterable {
    case start, stop, status, log, enable, disable, run
}
