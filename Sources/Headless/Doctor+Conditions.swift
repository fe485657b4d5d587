import DownloadCore

extension Doctor {
    /// What the agent knows of the world that tasks may wait for, and what it cannot know here.
    var world: [Finding] {
        guard case .running(let report) = facts.agent, let conditions = report.conditions else { return [] }
        return [power(conditions), network(conditions), sleep(conditions)]
    }

    private func power(_ conditions: Conditions) -> Finding {
        let lookedAt = "power"
        switch conditions.power {
        case .mains: return Finding(.conditions, .ok, lookedAt, "mains power")
        case .battery(let charge):
            let found = "on battery" + (charge.map { ", \($0)% charged" } ?? "") + ": discretionary downloads wait"
            return Finding(.conditions, .note, lookedAt, found, "Plug it in, or set conditions.battery in \(facts.configurationFile).")
        case nil: return Finding(.conditions, .ok, lookedAt, "no battery and no UPower: taken for mains power")
        }
    }

    private func network(_ conditions: Conditions) -> Finding {
        let network = conditions.network
        let lookedAt = network.interface.map { "the network behind \($0.quoted)" } ?? "the network"
        let isManaged = conditions.sources.contains(.networkManager)
        let advice =
            isManaged || network.isMetered != nil
            ? nil : "Set conditions.metered in \(facts.configurationFile) if it costs by volume: \(Self.absence(conditions))."
        switch network.connectivity {
        case .offline:
            return Finding(.conditions, .note, lookedAt, "there is no way out now", "Connect to a network; downloads go on by themselves.")
        case .portal:
            return Finding(
                .conditions,
                .note,
                lookedAt,
                "it wants a login first",
                "Open any page in a browser; downloads go on by themselves."
            )
        case .online, nil:
            let way = network.connectivity == nil ? "no default route; it is used as far as it goes" : "online"
            let found = [way, metered(network), cellular(network)].joined(separator: ", ")
            return Finding(.conditions, advice == nil ? .ok : .note, lookedAt, found, advice)
        }
    }

    private func metered(_ network: Conditions.NetworkState) -> String {
        switch network.isMetered {
        case true: "metered"
        case false: "not metered"
        case nil: "nobody tells whether it is metered"
        }
    }

    private func cellular(_ network: Conditions.NetworkState) -> String {
        switch network.isCellular {
        case true: "mobile"
        case false: "not mobile"
        case nil: "not known to be mobile"
        }
    }

    private func sleep(_ conditions: Conditions) -> Finding {
        let lookedAt = "sleep"
        guard !conditions.sources.contains(.logind) else {
            return Finding(.conditions, .ok, lookedAt, "logind tells before it; downloads stop and go on after it")
        }
        let why = conditions.sources.contains(.bus) ? "there is no logind on the system bus" : Self.absence(conditions)
        return Finding(.conditions, .ok, lookedAt, "nobody tells before it (\(why)); transfers go on when they notice")
    }

    private static func absence(_ conditions: Conditions) -> String {
        conditions.sources.contains(.bus) ? "there is no NetworkManager on the system bus" : "there is no system bus"
    }
}
