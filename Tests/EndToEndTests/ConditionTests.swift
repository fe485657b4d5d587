import Glibc
import TestSupport
import Testing

extension EndToEnd {
    /// Power, networks and sleep as a machine has them, played: the agent waits, says why, and goes on.
    @Suite struct ConditionTests {
        /// No test depends on how busy the machine is.
        private static let calm = "[conditions]\nload = 0\n"

        private static func sandbox(_ configuration: String = calm) throws -> Sandbox {
            let sandbox = try Sandbox()
            mkdir(sandbox.folder.appending("config/haul"), 0o700)
            try sandbox.folder.write(configuration, to: "config/haul/config.toml")
            return sandbox
        }

        /// An address of this machine that no rule takes for one.
        private static func elsewhere(_ url: String) -> String { url.replacing("127.0.0.1", with: "0.0.0.0") }

        private static func task(_ sandbox: Sandbox, _ id: Int64 = 1) async throws -> JSON? {
            let run = try sandbox.start(["show", "\(id)", "--json"])
            guard try await run.status() == 0 else { return nil }
            return try run.events().first
        }

        private static func waits(_ sandbox: Sandbox, _ id: Int64 = 1, for reason: String?) async throws {
            try await eventually("task \(id) waits for \(reason ?? "nothing")") {
                try await task(sandbox, id)?["wait"]?["reason"]?.string == reason
            }
        }

        private static func add(_ sandbox: Sandbox, _ words: [String], _ environment: [String: String]) async throws {
            let run = try sandbox.start(["add"] + words, environment: environment)
            #expect(try await run.status() == 0, "\(run.errors)")
        }

        private static func finishes(_ sandbox: Sandbox, _ count: Int = 1) async throws {
            try await eventually("\(count) files are there") {
                Sandbox.names(in: sandbox.folder.appending("home/Documents/Haul")).count == count
            }
            #expect(try await sandbox.start(["agent", "stop"]).status() == 0)
        }

        @Test func `on battery a discretionary download waits and says so, and goes on within a second of being plugged in`() async throws {
            let sandbox = try Self.sandbox()
            let supplies = try PowerSupplies()
            try supplies.write(adapter: false, battery: "Discharging", charge: 60)
            let origin = try Origin()
            let url = origin.serve("/file.bin", .file(size: 8 << 20).limited(to: 1 << 20))
            try await Self.add(sandbox, ["--discretionary", "-x1", url], ["HAUL_SYSFS": supplies.root])
            try await Self.waits(sandbox, for: "power")
            #expect(origin.log.isEmpty)
            let list = try sandbox.start(["list"])
            #expect(try await list.status() == 0)
            #expect(list.output.contains("power"))
            let doctor = try sandbox.start(["doctor"])
            _ = try await doctor.status()
            #expect(doctor.output.contains("on battery, 60% charged"))
            #expect(doctor.output.contains("waits (power): the machine runs on battery"))

            try supplies.write(adapter: true, battery: "Charging", charge: 60)
            let plugged = ContinuousClock.now
            try await eventually("it runs", timeout: .seconds(10)) { !origin.log.isEmpty }
            #expect(ContinuousClock.now - plugged < .seconds(1))
            try await eventually("bytes come") { try await Self.task(sandbox)?["done"]?.integer ?? 0 > 1 << 19 }
            try supplies.write(adapter: false, battery: "Discharging", charge: 59)
            try await Self.waits(sandbox, for: "power")
            try supplies.write(adapter: true, battery: "Charging", charge: 59)
            try await Self.finishes(sandbox)
            #expect(origin.log.count == 2 && origin.log.last?.range != nil)
        }

        @Test func `a run in its own process waits for power as well`() async throws {
            let sandbox = try Self.sandbox()
            let supplies = try PowerSupplies()
            try supplies.write(adapter: false, battery: "Discharging", charge: 60)
            let origin = try Origin()
            let url = origin.serve("/file.bin", .file(size: 100))
            let run = try sandbox.batch(["--discretionary", url], environment: ["HAUL_SYSFS": supplies.root])
            try await run.wait(for: "waiting") { $0["reason"]?.string == "power" }
            #expect(origin.log.isEmpty)
            try supplies.write(adapter: true, battery: "Charging", charge: 60)
            #expect(try await run.status() == 0)
            #expect(sandbox.published.count == 1)
        }

        @Test func `a start by hand goes past power, and shows`() async throws {
            let sandbox = try Self.sandbox()
            let supplies = try PowerSupplies()
            try supplies.write(adapter: false, battery: "Discharging", charge: 60)
            let origin = try Origin()
            let url = origin.serve("/file.bin", .file(size: 4 << 20).limited(to: 1 << 20))
            try await Self.add(sandbox, ["--discretionary", url], ["HAUL_SYSFS": supplies.root])
            try await Self.waits(sandbox, for: "power")
            #expect(try await sandbox.start(["start-now", "1"]).status() == 0)
            try await Self.waits(sandbox, for: nil)
            #expect(try await Self.task(sandbox)?["startedByHand"] == .bool(true))
            #expect(try await Self.task(sandbox)?["discretionary"] == .bool(true))
            try await Self.finishes(sandbox)
        }

        @Test(.enabled(if: MockSystemBus.isPossible, "python3-dbusmock and dbus-daemon are needed"))
        func `what NetworkManager says of the network holds back those that do not want it, and changes at once`() async throws {
            let bus = try await MockSystemBus()
            try await bus.tell("start nm")
            try await bus.tell("nm Metered 1")
            try await bus.tell("nm PrimaryConnectionType gsm")
            let sandbox = try Self.sandbox()
            let origin = try Origin()
            let environment = ["DBUS_SYSTEM_BUS_ADDRESS": bus.address]
            let url = Self.elsewhere(origin.serve("/file.bin", .file(size: 100)))
            try await Self.add(sandbox, ["--no-metered", url], environment)
            try await Self.add(sandbox, ["--no-cellular", url], environment)
            try await Self.add(sandbox, ["--discretionary", url], environment)
            try await Self.waits(sandbox, 1, for: "metered")
            try await Self.waits(sandbox, 2, for: "cellular")
            try await Self.waits(sandbox, 3, for: "metered")
            #expect(origin.log.isEmpty)
            let doctor = try sandbox.start(["doctor"])
            _ = try await doctor.status()
            #expect(doctor.output.contains("metered, mobile"))
            try await bus.tell("nm Metered 2")
            try await Self.waits(sandbox, 1, for: nil)
            try await Self.waits(sandbox, 3, for: nil)
            try await Self.waits(sandbox, 2, for: "cellular")
            try await bus.tell("nm PrimaryConnectionType 802-11-wireless")
            try await Self.finishes(sandbox, 3)
        }

        @Test(.enabled(if: MockSystemBus.isPossible, "python3-dbusmock and dbus-daemon are needed"))
        func `before sleep a download is stopped and the machine let go, and after it the download goes on`() async throws {
            let bus = try await MockSystemBus()
            try await bus.tell("start logind")
            let sandbox = try Self.sandbox()
            let origin = try Origin()
            let url = origin.serve("/file.bin", .file(size: 8 << 20).limited(to: 1 << 20))
            try await Self.add(sandbox, ["-x1", url], ["DBUS_SYSTEM_BUS_ADDRESS": bus.address])
            try await eventually("bytes come") { try await Self.task(sandbox)?["done"]?.integer ?? 0 > 1 << 19 }
            #expect(try await bus.tell("inhibitors") == "Haul:delay")
            try await bus.tell("sleep begin")
            try await eventually("the machine may sleep", timeout: .seconds(5)) { try await bus.tell("inhibitors") == "none" }
            let task = try #require(try await Self.task(sandbox))
            #expect(task["wait"]?["reason"]?.string == "network")
            try await bus.tell("sleep end")
            try await Self.finishes(sandbox)
            #expect(origin.log.count == 2 && origin.log.last?.range != nil)
        }

        @Test func `the word of a person about the network is heard while the agent runs`() async throws {
            let sandbox = try Self.sandbox(Self.calm + "metered = \"yes\"\n")
            let origin = try Origin()
            try await Self.add(sandbox, ["--no-metered", Self.elsewhere(origin.serve("/file.bin", .file(size: 100)))], [:])
            try await Self.waits(sandbox, for: "metered")
            try sandbox.folder.write(Self.calm + "metered = \"no\"\n", to: "config/haul/config.toml")
            try await Self.finishes(sandbox)
        }

        @Test func `the page of a network that wants a login is not taken for the file`()
            async throws
        {
            let sandbox = try Self.sandbox()
            let origin = try Origin()
            let url = origin.serve("/image.iso", .file(size: 4 << 20).interrupted(.close(after: 2 << 20)))
            try await Self.add(sandbox, ["-x1", url], [:])
            try await eventually("it is cut") { origin.log.count == 1 }
            _ = origin.serve("/image.iso", .status(200, body: "<html>Log in</html>"))
            try await eventually("the page is met") { origin.log.count >= 2 }
            try await eventually("it says so") {
                try await Self.task(sandbox)?["wait"]?["error"]?["message"]?.string?.contains("a web page came instead of the file")
                    ?? false
            }
            _ = origin.serve("/image.iso", .file(size: 4 << 20))
            #expect(try await sandbox.start(["resume", "1"]).status() == 0)
            try await Self.finishes(sandbox)
            #expect(origin.log.last?.range != nil)
        }
    }
}
