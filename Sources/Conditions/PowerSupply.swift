internal import DownloadCore
internal import Platform

/// A power supply or a battery, as the kernel lists it (sysfs, class power_supply).
struct PowerSupply: Hashable {
    enum Kind: Hashable {
        case mains(isOnline: Bool)
        /// `isFeeding` is nil while the battery itself does not know.
        case battery(isFeeding: Bool?, charge: Int?)
    }

    var kind: Kind

    /// Reads the attributes of one; nil for batteries of mice and the like, and for what is not there.
    init?(_ attribute: (String) -> String?) {
        guard let type = attribute("type"), attribute("scope") != "Device", attribute("present") != "0" else { return nil }
        switch type {
        case "Battery", "UPS":
            let isFeeding: Bool? =
                switch attribute("status") {
                case "Discharging": true
                case "Charging", "Full", "Not charging": false
                default: nil
                }
            kind = .battery(isFeeding: isFeeding, charge: attribute("capacity").flatMap { Int($0) }.map { min(max($0, 0), 100) })
        case let type where type == "Mains" || type == "Wireless" || type.hasPrefix("USB"):
            kind = .mains(isOnline: attribute("online").flatMap { Int($0) }.map { $0 > 0 } ?? false)
        default:
            return nil
        }
    }

    /// What all of a machine come to; nil where there is no battery, or nothing can be told.
    static func power(of supplies: [PowerSupply]) -> Conditions.Power? {
        var charges: [Int] = []
        var feeding: [Bool?] = []
        var adapters: [Bool] = []
        for supply in supplies {
            switch supply.kind {
            case .mains(let isOnline): adapters.append(isOnline)
            case .battery(let isFeeding, let charge):
                feeding.append(isFeeding)
                if let charge { charges.append(charge) }
            }
        }
        guard !feeding.isEmpty else { return adapters.contains(true) ? .mains : nil }
        if adapters.contains(true) { return .mains }
        let battery = Conditions.Power.battery(charge: charges.isEmpty ? nil : charges.reduce(0, +) / charges.count)
        if feeding.contains(true) { return battery }
        // Where an adapter is listed it knows first: a full battery says so for some seconds more.
        if !adapters.isEmpty { return battery }
        return feeding.contains(false) ? .mains : nil
    }

    /// The folder that they are listed in, below the root of sysfs.
    static let folder = "class/power_supply"

    /// All that the kernel lists; nil where it lists none at all.
    static func all(sysfs: String) -> [PowerSupply]? {
        let folder = "\(sysfs)/\(folder)"
        guard let names = try? Directory.open(folder).names() else { return nil }
        return names.sorted().compactMap { name in
            PowerSupply { File.text(of: "\(folder)/\(name)/\($0)", limit: 256).map { String($0.prefix { !$0.isNewline }) } }
        }
    }
}
