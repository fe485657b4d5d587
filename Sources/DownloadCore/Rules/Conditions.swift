/// What is known of the world that downloads go on in.
///
/// Nil is unknown everywhere, and what is unknown holds nobody back.
public struct Conditions: Sendable, Hashable {
    public var power: Power?
    public var network = NetworkState()

    /// The machine is about to sleep, or does.
    public var isGoingToSleep = false

    /// Runnable processes over the last minute for each processor, in percent.
    public var load: Int?

    /// Where it is known from.
    public var sources: Set<Source> = []

    public init() {}

    public enum Power: Sendable, Hashable {
        case mains
        /// With its charge in percent, where that can be told.
        case battery(charge: Int?)
    }

    /// Who tells.
    public enum Source: String, Sendable, Hashable, Codable, CaseIterable {
        /// The kernel's list of batteries and power supplies.
        case supplies
        case upower
        /// The kernel's routes and addresses.
        case routes
        case networkManager = "network-manager"
        case bus = "system-bus"
        case logind
    }

    /// The network as the tasks of one machine share it.
    public struct NetworkState: Sendable, Hashable {
        public var connectivity: Connectivity?

        /// It costs by volume.
        public var isMetered: Bool?

        /// It is a mobile network, or another one's telephone.
        public var isCellular: Bool?

        /// The name of the interface that leads out.
        public var interface: String?

        /// What connections depend on: the interfaces that lead out, and their addresses.
        public var paths: Set<String> = []

        public init() {}

        /// It costs by volume, or is of a kind that does as long as nobody says otherwise.
        public var isExpensive: Bool? { isMetered ?? (isCellular == true ? true : nil) }
    }

    public enum Connectivity: String, Sendable, Hashable, Codable {
        /// There is a way out.
        case online
        /// There is one, and whoever runs it wants a login first.
        case portal
        /// There was a way out, and it is gone.
        case offline
    }

    /// Connections made under earlier conditions may hang: an interface or an address that they could be bound to is gone.
    public func breaksConnections(of earlier: Conditions) -> Bool {
        guard network.connectivity != .offline else { return false }
        return earlier.network.connectivity == .offline || !earlier.network.paths.isSubset(of: network.paths)
    }

    /// What failed for want of a network may work now.
    public func isBetter(than earlier: Conditions) -> Bool {
        guard network.connectivity != .offline else { return false }
        if earlier.isGoingToSleep, !isGoingToSleep { return true }
        switch (earlier.network.connectivity, network.connectivity) {
        case (.offline, _), (.portal, .online), (nil, .online): return true
        default: return network.paths != earlier.network.paths && !network.paths.isEmpty
        }
    }
}

/// What a person has set about conditions.
public struct ConditionPolicy: Sendable, Hashable {
    /// Discretionary tasks run on battery only above this charge in percent; 100 makes them wait for mains power.
    public var leastCharge = 100

    /// Discretionary tasks wait above this load of each processor, in percent; 0 for no such limit.
    public var highestLoad = 100

    /// Whether the network costs by volume; nil for what the system says.
    public var isMetered: Bool?

    /// Networks are to be spared: only tasks that may use constrained ones go on.
    public var savesData = false

    public init() {}

    /// The conditions as a person sees them.
    public func applied(to conditions: Conditions) -> Conditions {
        var conditions = conditions
        if let isMetered { conditions.network.isMetered = isMetered }
        return conditions
    }
}
