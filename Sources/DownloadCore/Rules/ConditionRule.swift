/// Whether a task may run under the present conditions, or what it waits for.
public struct ConditionRule: Sendable, Hashable {
    public var conditions: Conditions
    public var policy: ConditionPolicy

    public init(_ conditions: Conditions, policy: ConditionPolicy) {
        self.conditions = policy.applied(to: conditions)
        self.policy = policy
    }

    /// What of a task the rule looks at.
    public struct Subject: Sendable, Hashable {
        public var isDiscretionary = false
        public var allowsCellular = true
        public var allowsExpensive = true
        public var allowsConstrained = true
        public var earliestBegin: WallTime?

        /// A lost network is waited for.
        public var waitsForNetwork = false

        /// It is fetched from this machine itself, which needs no network.
        public var isLocal = false

        /// A person wants it to run whatever it was to wait for.
        public var isHurried = false

        /// It is at it.
        public var isRunning = false

        /// Its bytes would have to be fetched again after a stop.
        public var losesBytes = false

        public init() {}
    }

    /// What holds a task back; nil when it may run.
    ///
    /// What a person or a program has forbidden stops a running task at once. What is only a matter of politeness, or of a network that may come back
    /// in time, leaves one alone that would have to begin again.
    public func hold(_ task: Subject, now: WallTime) -> Wait? {
        if conditions.isGoingToSleep, !task.losesBytes {
            return Wait(reason: .network, failure: Failure(.network, "the machine goes to sleep", isTransient: true))
        }
        guard !task.isHurried else { return nil }
        if let begin = task.earliestBegin, now < begin { return Wait(reason: .startTime, until: begin) }
        if !task.isLocal, let reason = forbidden(task) { return wait(reason, task) }
        guard !task.losesBytes else { return nil }
        if !task.isLocal, task.waitsForNetwork, conditions.network.connectivity == .offline { return Wait(reason: .network) }
        guard task.isDiscretionary, let reason = unwise(task) else { return nil }
        return wait(reason, task)
    }

    /// Of a network that costs by nothing but a person's word, another one is no way out.
    private func wait(_ reason: WaitReason, _ task: Subject) -> Wait {
        var wait = Wait(reason: reason)
        guard reason == .metered else { return wait }
        let isSpared = policy.savesData && (task.isDiscretionary || !task.allowsConstrained)
        if isSpared { wait.setting = .saveData } else if policy.isMetered == true { wait.setting = .metered }
        return wait
    }

    private func forbidden(_ task: Subject) -> WaitReason? {
        if !task.allowsCellular, conditions.network.isCellular == true { return .cellular }
        if !task.allowsExpensive, conditions.network.isExpensive == true { return .metered }
        return !task.allowsConstrained && policy.savesData ? .metered : nil
    }

    private func unwise(_ task: Subject) -> WaitReason? {
        if case .battery(let charge) = conditions.power, charge.map({ $0 <= policy.leastCharge }) ?? true { return .power }
        if !task.isLocal, conditions.network.isExpensive == true || policy.savesData { return .metered }
        guard policy.highestLoad > 0, let load = conditions.load else { return nil }
        // It is part of the load itself: what runs is stopped only well above the limit, or it would stop and go for ever.
        let limit = task.isRunning ? policy.highestLoad.addingClamped(Self.ownLoad) : policy.highestLoad
        return load > limit ? .load : nil
    }

    /// What a running task may add to the load, in percent of a processor.
    static let ownLoad = 50

    /// Whether the load is worth a look for a task: nothing else holds it back, and it gives way to others.
    public func dependsOnLoad(_ task: Subject, now: WallTime) -> Bool {
        guard task.isDiscretionary, policy.highestLoad > 0 else { return false }
        let reason = hold(task, now: now)?.reason
        return reason == nil && !task.isHurried || reason == .load
    }
}

extension Int {
    fileprivate func addingClamped(_ other: Int) -> Int {
        let (sum, overflow) = addingReportingOverflow(other)
        return overflow ? .max : sum
    }
}

extension TaskStateMachine {
    /// The task as conditions concern it.
    public var conditionSubject: ConditionRule.Subject {
        let request = record.request
        var subject = ConditionRule.Subject()
        subject.isDiscretionary = request.isDiscretionary
        subject.allowsCellular = request.allowsCellularAccess
        subject.allowsExpensive = request.allowsExpensiveNetworkAccess
        subject.allowsConstrained = request.allowsConstrainedNetworkAccess
        subject.earliestBegin = request.earliestBegin
        subject.waitsForNetwork = request.waitsForNetwork
        subject.isLocal = Address(record.url)?.isLoopback ?? false
        subject.isHurried = record.isHurried
        subject.isRunning = record.state.isActive
        subject.losesBytes = record.state.isActive && record.plan.written > 0 && record.isResumable != true
        return subject
    }
}
