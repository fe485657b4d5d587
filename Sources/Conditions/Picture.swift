internal import DownloadCore
internal import Platform

/// All that the sources have told so far, and what follows from it.
struct Picture: Hashable {
    /// Nil where the kernel lists none.
    var supplies: [PowerSupply]?

    /// What UPower says; nil without it.
    var isOnBattery: Bool?

    /// Nil where the kernel tells nothing of routes.
    private(set) var routes: [DefaultRoute]?
    private var interfaces: [String: NetworkInterface] = [:]

    /// There has been a way out: only then can one be lost.
    private var hasBeenOnline = false

    /// What NetworkManager says; nil without it.
    var manager: NetworkManager?
    var isGoingToSleep = false
    var hasBus = false
    var hasLogind = false

    /// The properties of NetworkManager that matter, with its own numbers.
    struct NetworkManager: Hashable {
        /// NMMetered: yes and no are 1 and 2, guessed 3 and 4.
        var metered: UInt32?

        /// NMConnectivityState: none, portal, limited and full are 1 to 4.
        var connectivity: UInt32?

        /// The kind of connection that leads out; below a VPN that of the network under it.
        var type: String?

        private static let cellular: Set<String> = ["gsm", "cdma", "bluetooth"]

        var isMetered: Bool? {
            switch metered {
            case 1, 3: true
            case 2, 4: false
            default: nil
            }
        }

        var isCellular: Bool? { type.flatMap { $0.isEmpty ? nil : Self.cellular.contains($0) } }
    }

    /// Takes over what the kernel says of the network now.
    mutating func take(_ routes: [DefaultRoute]?, _ interfaces: [NetworkInterface]) {
        self.routes = routes
        self.interfaces = Dictionary(interfaces.map { ($0.name, $0) }) { first, _ in first }
        if !(usable ?? []).isEmpty { hasBeenOnline = true }
    }

    /// Ways out through interfaces that something is at the other end of, the preferred first.
    private var usable: [DefaultRoute]? {
        routes?.filter { interfaces[$0.interface]?.isRunning ?? false }.sorted { ($0.metric, $0.interface) < ($1.metric, $1.interface) }
    }

    var conditions: Conditions {
        var conditions = Conditions()
        conditions.power = supplies.flatMap(PowerSupply.power) ?? isOnBattery.map { $0 ? .battery(charge: nil) : .mains }
        conditions.isGoingToSleep = isGoingToSleep
        let usable = usable
        let leading = [DefaultRoute.Family.version4, .version6].compactMap { family in usable?.first { $0.family == family } }
        conditions.network.interface = leading.first?.interface
        for route in leading {
            conditions.network.paths.insert(route.interface)
            conditions.network.paths.formUnion(interfaces[route.interface]?.addresses.map { "\(route.interface) \($0)" } ?? [])
        }
        conditions.network.connectivity = connectivity(isOut: usable.map { !$0.isEmpty })
        conditions.network.isMetered = manager?.isMetered
        conditions.network.isCellular = manager?.isCellular ?? (leading.contains { Self.isModem($0.interface) } ? true : nil)
        conditions.sources = sources
        return conditions
    }

    private func connectivity(isOut: Bool?) -> Conditions.Connectivity? {
        guard isOut != false else { return hasBeenOnline ? .offline : nil }
        switch manager?.connectivity {
        case 2: return .portal
        case 3, 4: return .online
        // Of networks that it does not care for it knows nothing: the kernel's word stands.
        default: return isOut.map { _ in .online }
        }
    }

    /// Names that the kernel and udev give to modems.
    private static func isModem(_ interface: String) -> Bool {
        ["wwan", "wwp", "ww", "ppp", "rmnet"].contains { interface.hasPrefix($0) }
    }

    private var sources: Set<Conditions.Source> {
        var sources: Set<Conditions.Source> = []
        if let supplies, !supplies.isEmpty { sources.insert(.supplies) }
        if isOnBattery != nil { sources.insert(.upower) }
        if routes != nil { sources.insert(.routes) }
        if manager != nil { sources.insert(.networkManager) }
        if hasBus { sources.insert(.bus) }
        if hasLogind { sources.insert(.logind) }
        return sources
    }
}
