/// The tabs over the list: each shows the tasks in some states.
public enum Tab: Int, Sendable, Hashable, CaseIterable {
    case all, active, queued, paused, done, failed

    public func contains(_ kind: TaskState.Kind) -> Bool {
        self == .all || self == Tab(of: kind)
    }

    /// The tab, besides All, that shows tasks of this kind.
    public init(of kind: TaskState.Kind) {
        self =
            switch kind {
            case .connecting, .running, .verifying, .publishing: .active
            case .queued, .waiting: .queued
            case .paused: .paused
            case .finished: .done
            case .failed, .cancelled: .failed
            }
    }
}
