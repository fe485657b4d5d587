public import DownloadCore

extension ConfigurationKey {
    static let conditions: [ConfigurationKey] = [
        ConfigurationKey(
            "conditions.battery",
            .number(0...100),
            \.conditions.leastCharge,
            "Discretionary downloads run on battery only above this charge in percent; with 100 they wait for mains power."
        ),
        ConfigurationKey(
            "conditions.load",
            .number(0...10_000),
            \.conditions.highestLoad,
            "Discretionary downloads wait while the load of each processor is above this, in percent; 0 for no such limit."
        ),
        ConfigurationKey(
            "conditions.metered",
            .choice,
            \.conditions.metered,
            "Whether the network costs by volume: auto asks NetworkManager, yes and no are your word for every network. Downloads from this machine itself need none."
        ),
        ConfigurationKey(
            "conditions.save_data",
            .boolean,
            \.conditions.savesData,
            "Spare every network for now: discretionary downloads wait, and those that may not use a constrained one."
        ),
    ]
}

extension Settings {
    public struct Conditions: Sendable, Hashable {
        /// In percent, as the load for each processor.
        public var leastCharge = ConditionPolicy().leastCharge
        public var highestLoad = ConditionPolicy().highestLoad
        public var metered = Metered.auto
        public var savesData = false

        /// The same as the agent takes it.
        public var policy: ConditionPolicy {
            var policy = ConditionPolicy()
            policy.leastCharge = leastCharge
            policy.highestLoad = highestLoad
            policy.isMetered = metered.isMetered
            policy.savesData = savesData
            return policy
        }
    }

    public enum Metered: String, Sendable, Hashable, CaseIterable {
        case auto, yes, no

        var isMetered: Bool? {
            switch self {
            case .auto: nil
            case .yes: true
            case .no: false
            }
        }
    }
}
