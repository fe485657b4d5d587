import Glibc
import TestSupport
import Testing

extension EndToEnd {
    /// Whoever has nothing to do does not wake up.
    @Suite struct IdleTests {
        @Test func `an agent and its dashboard sleep when nothing is to be done`() async throws {
            let sandbox = try Sandbox()
            let origin = try Origin()
            let url = origin.serve("/small.bin", .file(size: 1 << 16))
            let terminal = try PseudoTerminal()
            var streams = ChildProcess.Streams()
            streams.terminal = terminal.path
            let environment = sandbox.environment.merging(["TERM": "xterm-256color"]) { $1 }
            let dashboard = try ChildProcess(Program.haul, [url], environment: environment, streams: streams)
            try await eventually("the file is there") {
                _ = terminal.output
                return Sandbox.names(in: sandbox.folder.appending("home/Documents/Haul")).count == 1
            }
            let status = try sandbox.start(["agent", "status", "--json"])
            #expect(try await status.status() == 0)
            let agent = Int32(try #require(try status.events().first?["pid"]?.integer))
            try await ProcessThreads.becomeIdle([agent, dashboard.pid])
            // They were asleep, not stuck.
            terminal.type("q")
            #expect(try await dashboard.ended(within: .seconds(10)) == .status(0))
            #expect(try await sandbox.start(["agent", "stop"]).status() == 0)
        }

        @Test(.enabled(if: MockSystemBus.isPossible, "python3-dbusmock and dbus-daemon are needed"))
        func `an agent that watches power, network and sleep for a task that waits sleeps as well`() async throws {
            let bus = try await MockSystemBus()
            for name in ["nm", "upower", "logind"] { try await bus.tell("start \(name)") }
            let supplies = try PowerSupplies()
            try supplies.write(adapter: false, battery: "Discharging", charge: 50)
            let sandbox = try Sandbox()
            mkdir(sandbox.folder.appending("config/haul"), 0o700)
            try sandbox.folder.write("[conditions]\nload = 0\n", to: "config/haul/config.toml")
            let origin = try Origin()
            let url = origin.serve("/small.bin", .file(size: 1 << 16))
            let environment = ["DBUS_SYSTEM_BUS_ADDRESS": bus.address, "HAUL_SYSFS": supplies.root]
            #expect(try await sandbox.start(["add", "--discretionary", url], environment: environment).status() == 0)
            let status = try sandbox.start(["agent", "status", "--json"])
            #expect(try await status.status() == 0)
            #expect(try status.events().first?["tasks"]?["waiting"]?.integer == 1)
            let agent = Int32(try #require(try status.events().first?["pid"]?.integer))
            try await ProcessThreads.becomeIdle([agent])
            // It was asleep, not stuck, and knew of all three.
            let doctor = try sandbox.start(["doctor"])
            _ = try await doctor.status()
            #expect(doctor.output.contains("on battery, 50% charged"))
            for missing in ["no NetworkManager", "no UPower", "no logind"] { #expect(!doctor.output.contains(missing), "\(doctor.output)") }
            try supplies.write(adapter: true, battery: "Charging", charge: 50)
            try await eventually("the file is there") { Sandbox.names(in: sandbox.folder.appending("home/Documents/Haul")).count == 1 }
            #expect(try await sandbox.start(["agent", "stop"]).status() == 0)
        }
    }
}
