internal import Desktop
internal import Platform

extension ConditionsWatch {
    private enum Service: String, CaseIterable {
        case networkManager = "org.freedesktop.NetworkManager"
        case upower = "org.freedesktop.UPower"
        case logind = "org.freedesktop.login1"

        var path: String { "/" + rawValue.replacing(".", with: "/") }
    }

    private static let properties = "org.freedesktop.DBus.Properties"
    private static let loginManager = "org.freedesktop.login1.Manager"

    /// Connects, listens, and asks each service for what it knows; without a bus nothing of that is known.
    ///
    /// Whether anybody is at the other end of the socket shows when the bus itself answers.
    func openBus() {
        guard let bus = try? Bus(address: options.busAddress) else { return }
        self.bus = bus
        picture.hasBus = true
        for service in Service.allCases {
            bus.listen(
                to: """
                    type='signal',sender='org.freedesktop.DBus',path='/org/freedesktop/DBus',interface='org.freedesktop.DBus',\
                    member='NameOwnerChanged',arg0='\(service.rawValue)'
                    """
            ) { [weak self] _ in self?.assumeIsolated { $0.ask(service) } }
        }
        for service in [Service.networkManager, .upower] {
            bus.listen(
                to: """
                    type='signal',sender='\(service.rawValue)',path='\(service.path)',interface='\(Self.properties)',\
                    member='PropertiesChanged',arg0='\(service.rawValue)'
                    """
            ) { [weak self] _ in self?.assumeIsolated { $0.ask(service) } }
        }
        bus.listen(
            to: """
                type='signal',sender='\(Service.logind.rawValue)',path='\(Service.logind.path)',interface='\(Self.loginManager)',\
                member='PrepareForSleep'
                """
        ) { [weak self] message in
            guard case .boolean(let isBeginning) = message.next() else { return }
            self?.assumeIsolated { $0.sleepChanged(isBeginning) }
        }
        for service in Service.allCases { ask(service) }
        let call = Bus.Call("org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", "GetId")
        begin(call, reading: { _ in true }) { if $1 == true { $0.busAnswered() } }
    }

    /// What a bus had told is not known any more when it has gone.
    func forgetBus() {
        picture.hasBus = false
        picture.hasLogind = false
        picture.manager = nil
        picture.isOnBattery = nil
        picture.isGoingToSleep = false
        inhibitor = nil
    }

    /// Asks a service for all; one that is not there, or went, has nothing to say.
    private func ask(_ service: Service) {
        switch service {
        case .logind: inhibit()
        case .networkManager, .upower:
            let call = Bus.Call(service.rawValue, service.path, Self.properties, "GetAll", service.rawValue)
            begin(call, reading: { $0.nextProperties() }) { $0.learn($1 ?? nil, of: service) }
        }
    }

    private func learn(_ known: [String: BusValue]?, of service: Service) {
        if service == .upower {
            picture.isOnBattery = known?["OnBattery"]?.boolean
            // It knows of changes that the kernel tells nobody of.
            lookAtPower()
        } else {
            picture.manager = known.map {
                Picture.NetworkManager(
                    metered: $0["Metered"]?.unsigned,
                    connectivity: $0["Connectivity"]?.unsigned,
                    type: $0["PrimaryConnectionType"]?.text
                )
            }
        }
    }

    /// Asks to be waited for before sleep, so that all is stopped and stored in time.
    private func inhibit() {
        let why = "Downloads stop before sleep and go on after it"
        let call = Bus.Call(Service.logind.rawValue, Service.logind.path, Self.loginManager, "Inhibit", "sleep", "Haul", why, "delay")
        begin(call, reading: Inhibitor.of) { watch, answer in
            // It may be there and not let everybody ask.
            watch.picture.hasLogind = answer != nil
            watch.inhibitor = watch.picture.isGoingToSleep ? nil : answer ?? nil
        }
    }

    private func sleepChanged(_ isBeginning: Bool) {
        picture.isGoingToSleep = isBeginning
        // The lock that was given up before the sleep is good for that one only.
        if !isBeginning { inhibit() }
    }

    private func begin<Answer: Sendable>(
        _ call: Bus.Call,
        reading read: @escaping (BusMessage) -> Answer,
        _ answered: @escaping @Sendable (isolated ConditionsWatch, Answer?) -> Void
    ) {
        guard let bus else { return }
        unanswered += 1
        bus.call(call) { [weak self] message in
            let answer = message.map(read)
            self?.assumeIsolated { watch in
                // A bus that was dropped meanwhile owes nothing.
                watch.unanswered = max(0, watch.unanswered - 1)
                answered(watch, answer)
            }
        }
    }
}

/// What makes the machine wait before it sleeps, for as long as it is open.
final class Inhibitor: Sendable {
    private let descriptor: Descriptor

    private init(_ descriptor: consuming Descriptor) {
        self.descriptor = descriptor
    }

    /// Reads the answer of logind.
    static func of(_ message: BusMessage) -> Inhibitor? {
        guard let descriptor = message.nextDescriptor() else { return nil }
        return Inhibitor(descriptor)
    }
}
