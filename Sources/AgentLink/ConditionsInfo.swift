public import DownloadCore

/// What an agent knows of power, network, sleep and load; members that are not known are missing.
public struct ConditionsInfo: Codable, Sendable, Hashable {
    /// `mains` or `battery`.
    public var power: String?

    /// In percent.
    public var charge: Int?

    /// `online`, `portal` or `offline`.
    public var connectivity: String?
    public var interface: String?
    public var metered: Bool?
    public var cellular: Bool?

    /// It is about to sleep.
    public var sleeping: Bool

    /// Names of `Conditions.Source`.
    public var sources: [String]

    public init(_ conditions: Conditions) {
        switch conditions.power {
        case .mains: power = "mains"
        case .battery(let charge): (power, self.charge) = ("battery", charge)
        case nil: break
        }
        connectivity = conditions.network.connectivity?.rawValue
        interface = conditions.network.interface
        metered = conditions.network.isMetered
        cellular = conditions.network.isCellular
        sleeping = conditions.isGoingToSleep
        sources = conditions.sources.map(\.rawValue).sorted()
    }

    /// The same as a value of the domain; words that this version does not know are left out.
    public var conditions: Conditions {
        var conditions = Conditions()
        switch power {
        case "mains": conditions.power = .mains
        case "battery": conditions.power = .battery(charge: charge)
        default: break
        }
        conditions.network.connectivity = connectivity.flatMap(Conditions.Connectivity.init(rawValue:))
        conditions.network.interface = interface
        conditions.network.isMetered = metered
        conditions.network.isCellular = cellular
        conditions.isGoingToSleep = sleeping
        conditions.sources = Set(sources.compactMap(Conditions.Source.init(rawValue:)))
        return conditions
    }
}
