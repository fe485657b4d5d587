import Testing

@testable import DownloadCore

@Suite struct ConditionRuleTests {
    private static let now = WallTime(seconds: 1_000)

    private static func reason(
        _ task: (inout ConditionRule.Subject) -> Void = { _ in },
        policy set: (inout ConditionPolicy) -> Void = { _ in },
        in world: (inout Conditions) -> Void
    ) -> WaitReason? {
        wait(task, policy: set, in: world)?.reason
    }

    private static func wait(
        _ task: (inout ConditionRule.Subject) -> Void = { _ in },
        policy set: (inout ConditionPolicy) -> Void = { _ in },
        in world: (inout Conditions) -> Void
    ) -> Wait? {
        var conditions = Conditions()
        world(&conditions)
        var policy = ConditionPolicy()
        set(&policy)
        var subject = ConditionRule.Subject()
        subject.waitsForNetwork = true
        task(&subject)
        return ConditionRule(conditions, policy: policy).hold(subject, now: now)
    }

    private static func worst(_ conditions: inout Conditions) {
        conditions.power = .battery(charge: 5)
        conditions.load = 900
        conditions.network.isMetered = true
        conditions.network.isCellular = true
    }

    @Test func `what is unknown holds nobody back`() {
        let strict: (inout ConditionRule.Subject) -> Void = {
            $0.isDiscretionary = true
            $0.allowsCellular = false
            $0.allowsExpensive = false
            $0.allowsConstrained = false
        }
        #expect(Self.reason(strict) { _ in } == nil)
        #expect(Self.reason(strict) { $0.network.connectivity = .portal } == nil)
    }

    @Test func `a task that is not discretionary waits only for what it forbids`() {
        #expect(Self.reason(in: Self.worst) == nil)
        #expect(Self.reason({ $0.allowsCellular = false }, in: Self.worst) == .cellular)
        #expect(Self.reason({ $0.allowsExpensive = false }, in: Self.worst) == .metered)
        #expect(Self.reason({ $0.allowsConstrained = false }, in: Self.worst) == nil)
        #expect(Self.reason({ $0.allowsConstrained = false }, policy: { $0.savesData = true }) { _ in } == .metered)
        // A mobile network costs as long as nobody says that it does not.
        #expect(Self.reason({ $0.allowsExpensive = false }) { $0.network.isCellular = true } == .metered)
        let free: (inout Conditions) -> Void = { ($0.network.isCellular, $0.network.isMetered) = (true, false) }
        #expect(Self.reason({ $0.allowsExpensive = false }, in: free) == nil)
    }

    @Test func `a discretionary task waits for power, then a free network, then less load`() {
        let task: (inout ConditionRule.Subject) -> Void = { $0.isDiscretionary = true }
        #expect(Self.reason(task, in: Self.worst) == .power)
        #expect(
            Self.reason(task) { (world: inout Conditions) in
                Self.worst(&world); world.power = .mains
            } == .metered
        )
        #expect(Self.reason(task) { $0.load = 101 } == .load)
        #expect(Self.reason(task) { $0.load = 100 } == nil)
        #expect(Self.reason(task, policy: { $0.savesData = true }) { _ in } == .metered)
        #expect(Self.reason(task, policy: { $0.highestLoad = 0 }) { $0.load = 900 } == nil)
        // What runs is stopped only where its own part cannot be the cause.
        let running: (inout ConditionRule.Subject) -> Void = { ($0.isDiscretionary, $0.isRunning) = (true, true) }
        #expect(Self.reason(running) { $0.load = 140 } == nil)
        #expect(Self.reason(running) { $0.load = 151 } == .load)
        #expect(Self.reason(running, policy: { $0.highestLoad = .max }) { $0.load = .max } == nil)
    }

    @Test(arguments: [(100, 99, true), (100, 100, true), (20, 21, false), (20, 20, true), (0, 1, false)])
    func `the charge from which a battery will do is set by a person`(least: Int, charge: Int, waits: Bool) {
        let task: (inout ConditionRule.Subject) -> Void = { $0.isDiscretionary = true }
        let reason = Self.reason(task, policy: { $0.leastCharge = least }) { $0.power = .battery(charge: charge) }
        #expect(reason == (waits ? .power : nil))
        // A charge that is not known may be none.
        #expect(Self.reason(task, policy: { $0.leastCharge = least }) { $0.power = .battery(charge: nil) } == .power)
    }

    @Test func `of what no other network would help against, the setting is named`() {
        let strict: (inout ConditionRule.Subject) -> Void = { ($0.isDiscretionary, $0.allowsExpensive) = (true, false) }
        #expect(Self.wait(strict) { $0.network.isMetered = true }?.setting == nil)
        #expect(Self.wait(strict, policy: { $0.savesData = true }) { _ in }?.setting == .saveData)
        #expect(Self.wait(strict, policy: { $0.isMetered = true }) { _ in }?.setting == .metered)
        let both: (inout ConditionPolicy) -> Void = { ($0.savesData, $0.isMetered) = (true, true) }
        #expect(Self.wait({ $0.allowsExpensive = false }, policy: both) { _ in }?.setting == .metered)
        #expect(Self.wait(strict, policy: { $0.savesData = true }) { $0.power = .battery(charge: 1) }?.setting == nil)
    }

    @Test func `a person knows whether the network costs`() {
        let task: (inout ConditionRule.Subject) -> Void = { $0.allowsExpensive = false }
        #expect(Self.reason(task, policy: { $0.isMetered = false }) { $0.network.isMetered = true } == nil)
        #expect(Self.reason(task, policy: { $0.isMetered = true }) { _ in } == .metered)
    }

    @Test func `a lost network is waited for by those who want to, and not by what needs none`() {
        let lost: (inout Conditions) -> Void = { $0.network.connectivity = .offline }
        #expect(Self.reason(in: lost) == .network)
        #expect(Self.reason({ $0.waitsForNetwork = false }, in: lost) == nil)
        #expect(Self.reason({ $0.isLocal = true }, in: lost) == nil)
        let local: (inout ConditionRule.Subject) -> Void = {
            $0.isLocal = true
            $0.isDiscretionary = true
            $0.allowsCellular = false
        }
        #expect(
            Self.reason(local) { (world: inout Conditions) in
                Self.worst(&world); world.power = .mains
            } == .load
        )
    }

    @Test func `its own time comes first, and is told`() {
        let begin = Self.now.advanced(by: .seconds(60))
        let task: (inout ConditionRule.Subject) -> Void = {
            $0.earliestBegin = begin
            $0.allowsCellular = false
        }
        #expect(Self.wait(task, in: Self.worst) == Wait(reason: .startTime, until: begin))
        #expect(Self.reason({ $0.earliestBegin = Self.now }) { _ in } == nil)
    }

    @Test func `a person's word goes before all but sleep`() {
        let task: (inout ConditionRule.Subject) -> Void = {
            $0.isHurried = true
            $0.isDiscretionary = true
            $0.allowsCellular = false
            $0.earliestBegin = Self.now.advanced(by: .seconds(60))
        }
        let world: (inout Conditions) -> Void = { (world: inout Conditions) in
            Self.worst(&world); world.network.connectivity = .offline
        }
        #expect(Self.reason(task, in: world) == nil)
        #expect(Self.reason(task) { $0.isGoingToSleep = true } == .network)
    }

    @Test func `what would have to begin again is stopped by what is forbidden only`() {
        let task: (inout ConditionRule.Subject) -> Void = { ($0.losesBytes, $0.isDiscretionary, $0.isRunning) = (true, true, true) }
        #expect(Self.reason(task, in: Self.worst) == nil)
        #expect(Self.reason(task) { $0.network.connectivity = .offline } == nil)
        #expect(Self.reason(task) { $0.isGoingToSleep = true } == nil)
        #expect(Self.reason({ ($0.losesBytes, $0.allowsCellular) = (true, false) }, in: Self.worst) == .cellular)
    }

    @Test func `the load is looked at only for those that it decides about`() {
        var conditions = Conditions()
        var task = ConditionRule.Subject()
        func depends() -> Bool { ConditionRule(conditions, policy: ConditionPolicy()).dependsOnLoad(task, now: Self.now) }
        #expect(!depends())
        task.isDiscretionary = true
        #expect(depends())
        conditions.load = 900
        #expect(depends())
        conditions.power = .battery(charge: 10)
        #expect(!depends())
        conditions.power = nil
        task.isHurried = true
        #expect(!depends())
    }

    // MARK: - Changes

    private static func world(_ connectivity: Conditions.Connectivity?, _ paths: Set<String> = []) -> Conditions {
        var conditions = Conditions()
        conditions.network.connectivity = connectivity
        conditions.network.paths = paths
        return conditions
    }

    @Test func `connections hang when what they are bound to has gone`() {
        let home = Self.world(.online, ["wlan0", "wlan0 10.0.0.2"])
        #expect(Self.world(.online, ["wlan0", "wlan0 10.9.0.7"]).breaksConnections(of: home))
        #expect(Self.world(.online, ["tun0"]).breaksConnections(of: home))
        #expect(Self.world(.online, ["wlan0", "wlan0 10.0.0.2"]).breaksConnections(of: Self.world(.offline)))
        #expect(!Self.world(.online, ["wlan0", "wlan0 10.0.0.2", "wlan0 2001:db8::/64"]).breaksConnections(of: home))
        #expect(!home.breaksConnections(of: home))
        // Without a way out there is nothing to be gained by asking again.
        #expect(!Self.world(.offline).breaksConnections(of: home))
        #expect(!Self.world(.online, ["eth0"]).breaksConnections(of: Self.world(nil)))
    }

    @Test func `what failed for want of a network is tried again when there is one, or another`() {
        let home = Self.world(.online, ["wlan0"])
        #expect(home.isBetter(than: Self.world(.offline)))
        #expect(home.isBetter(than: Self.world(.portal, ["wlan0"])))
        #expect(home.isBetter(than: Self.world(nil)))
        #expect(Self.world(.online, ["wlan0", "tun0"]).isBetter(than: home))
        #expect(!home.isBetter(than: home))
        #expect(!Self.world(.offline).isBetter(than: home))
        var asleep = home
        asleep.isGoingToSleep = true
        #expect(home.isBetter(than: asleep))
        #expect(!asleep.isBetter(than: home))
    }

    @Test func `a failure is the network's when there is none, or one that wants a login`() {
        let reset = Failure(.network, "reset", isTransient: true)
        #expect(reset.considering(Self.world(.offline)).isOffline)
        #expect(!reset.considering(Self.world(.online)).isOffline && !reset.considering(Self.world(nil)).isOffline)
        let certificate = Failure(.tls, "another name")
        let explained = certificate.considering(Self.world(.portal))
        #expect(explained.isOffline && explained.isTransient)
        #expect(certificate.considering(Self.world(.offline)) == certificate)
        // What a server has said it has said.
        let refused = Failure(.httpStatus, "", httpStatus: 500, isTransient: true)
        #expect(refused.considering(Self.world(.offline)) == refused)
    }

    @Test func `this machine's own addresses need no network`() {
        let local = ["http://127.0.0.1:8080/a", "http://localhost/a", "https://[::1]:1/", "http://127.200.3.4/", "http://a.localhost/"]
        #expect(local.allSatisfy { Address($0)?.isLoopback == true })
        let others = [
            "http://128.0.0.1/", "http://127.example/", "http://127.0.0.1.example/", "http://localhost.example/", "http://127.0.0.300/",
        ]
        #expect(others.allSatisfy { Address($0)?.isLoopback == false })
    }
}
