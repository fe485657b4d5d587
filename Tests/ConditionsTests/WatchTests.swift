import Conditions
import DownloadCore
import Platform
import Synchronization
import TestSupport
import Testing

/// Everything that a watch has told.
private final class Listener: Sendable {
    let watch: ConditionsWatch
    private let last: Mutex<Conditions>
    private let count = Mutex(0)

    init(_ change: (inout ConditionsWatch.Options) -> Void) async throws {
        var options = ConditionsWatch.Options()
        options.usesBus = false
        change(&options)
        watch = try await ConditionsWatch(options)
        last = Mutex(await watch.current())
        Task { [watch, weak self] in
            for await conditions in watch.changes { self?.hear(conditions) }
        }
    }

    private func hear(_ conditions: Conditions) {
        last.withLock { $0 = conditions }
        count.withLock { $0 += 1 }
    }

    var now: Conditions { last.withLock { $0 } }
    var changes: Int { count.withLock { $0 } }

    /// Within a second and some for a machine that is busy.
    func hears(_ what: String, _ holds: (Conditions) -> Bool) async throws {
        try await eventually("\(what); it is \(now)", timeout: .seconds(10)) { holds(now) }
    }

    func close() async {
        await watch.close()
        watch.join()
    }
}

@Suite struct WatchTests {
    @Test func `a copy of the kernel's list tells of an adapter that is pulled and put in again`() async throws {
        let sysfs = try PowerSupplies()
        try sysfs.write(adapter: true, battery: "Full", charge: 98)
        let listener = try await Listener { $0.sysfs = sysfs.root }
        #expect(listener.now.power == .mains && listener.now.sources.contains(.supplies))
        try sysfs.write(adapter: false, battery: "Discharging", charge: 97)
        try await listener.hears("battery") { $0.power == .battery(charge: 97) }
        try sysfs.write(adapter: true, battery: "Charging", charge: 97)
        try await listener.hears("mains") { $0.power == .mains }
        await listener.close()
    }

    @Test func `without a bus, a battery and anything else it works, and knows that it knows nothing`() async throws {
        let folder = try TemporaryFolder()
        let listener = try await Listener {
            $0.sysfs = folder.path
            $0.procfs = folder.path
        }
        #expect(listener.now == Conditions())
        #expect(listener.watch.load() == nil)
        #expect(listener.changes == 0)
        await listener.close()
    }

    @Test func `this machine's own routes and load are read`() async throws {
        let listener = try await Listener { _ in }
        #expect(listener.now.sources.contains(.routes))
        #expect(listener.watch.load() != nil)
        await listener.close()
    }
}

@Suite(.enabled(if: MockSystemBus.isPossible, "python3-dbusmock and dbus-daemon are needed"))
struct BusTests {
    private func listener(on bus: MockSystemBus) async throws -> Listener {
        let folder = try TemporaryFolder()
        return try await Listener {
            $0.usesBus = true
            $0.busAddress = bus.address
            $0.sysfs = folder.path
        }
    }

    @Test func `services that are not there are not known, come, change, and go`() async throws {
        let bus = try await MockSystemBus()
        let listener = try await listener(on: bus)
        #expect(listener.now.sources.isDisjoint(with: [.networkManager, .upower, .logind]))
        #expect(listener.now.sources.contains(.bus))
        try await bus.tell("start nm")
        try await listener.hears("NetworkManager") { $0.sources.contains(.networkManager) && $0.network.isCellular == false }
        #expect(listener.now.network.isMetered == nil)
        try await bus.tell("nm Metered 1")
        try await listener.hears("metered") { $0.network.isMetered == true }
        try await bus.tell("nm Metered 4")
        try await listener.hears("not metered, at a guess") { $0.network.isMetered == false }
        try await bus.tell("nm PrimaryConnectionType gsm")
        try await listener.hears("cellular") { $0.network.isCellular == true }
        try await bus.tell("start upower")
        try await listener.hears("UPower") { $0.power == .mains && $0.sources.contains(.upower) }
        try await bus.tell("upower on")
        try await listener.hears("battery") { $0.power == .battery(charge: nil) }
        try await bus.tell("upower off")
        try await listener.hears("mains") { $0.power == .mains }
        try await bus.tell("stop nm")
        try await listener.hears("NetworkManager went") { !$0.sources.contains(.networkManager) && $0.network.isMetered == nil }
        await listener.close()
    }

    @Test func `what is there at the start is known before anything begins`() async throws {
        let bus = try await MockSystemBus()
        try await bus.tell("start nm")
        try await bus.tell("start upower")
        try await bus.tell("nm Metered 3")
        try await bus.tell("upower on")
        let listener = try await listener(on: bus)
        // The first answer, not a later one.
        #expect(listener.now.network.isMetered == true && listener.now.power == .battery(charge: nil))
        await listener.close()
    }

    @Test(arguments: 0..<6) func `all that is there is known at the start, and stays known`(_: Int) async throws {
        let bus = try await MockSystemBus()
        for name in ["nm", "upower", "logind"] { try await bus.tell("start \(name)") }
        let listener = try await listener(on: bus)
        // Whoever asked for the first answer does not hear an older one after it.
        for _ in 0..<20 { await Task.yield() }
        #expect(listener.now.sources.isSuperset(of: [.networkManager, .upower, .logind]), "\(listener.now)")
        await listener.close()
    }

    @Test func `a bus that dies is connected again when it is back, with all that is told there`() async throws {
        let bus = try await MockSystemBus()
        try await bus.tell("start upower")
        try await bus.tell("upower on")
        let listener = try await listener(on: bus)
        #expect(listener.now.power == .battery(charge: nil))
        for _ in 1...2 {
            try await bus.tell("bus kill")
            try await listener.hears("the bus went") { !$0.sources.contains(.bus) && $0.power == nil }
            try await bus.tell("bus start")
            try await listener.hears("the bus is back") { $0.sources.contains(.bus) }
            try await bus.tell("start upower")
            try await listener.hears("UPower is back") { $0.power == .mains }
            try await bus.tell("upower on")
            try await listener.hears("battery") { $0.power == .battery(charge: nil) }
            // Nobody waits any more.
            try await eventually("the wait has ended") { try !ProcessThreads(of: ThisProcess.id).names.contains("haul-bus") }
        }
        await listener.close()
    }

    @Test func `a bus that comes after the start is found`() async throws {
        let bus = try await MockSystemBus()
        try await bus.tell("bus kill")
        let listener = try await listener(on: bus)
        #expect(!listener.now.sources.contains(.bus))
        try await bus.tell("bus start")
        try await listener.hears("the bus is there") { $0.sources.contains(.bus) }
        await listener.close()
    }

    @Test func `sleep is put off until all is ready, and again the next time`() async throws {
        let bus = try await MockSystemBus()
        try await bus.tell("start logind")
        let listener = try await listener(on: bus)
        #expect(listener.now.sources.contains(.logind))
        for _ in 1...2 {
            try await eventually("the lock is held", timeout: .seconds(10)) { try await bus.tell("inhibitors") == "Haul:delay" }
            try await bus.tell("sleep begin")
            try await listener.hears("it goes to sleep") { $0.isGoingToSleep }
            #expect(try await bus.tell("inhibitors") == "Haul:delay")
            await listener.watch.readyForSleep()
            try await eventually("the lock is given up", timeout: .seconds(10)) { try await bus.tell("inhibitors") == "none" }
            try await bus.tell("sleep end")
            try await listener.hears("it is awake") { !$0.isGoingToSleep }
        }
        await listener.close()
    }
}
