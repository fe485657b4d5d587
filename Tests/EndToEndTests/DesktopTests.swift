import Glibc
import TestSupport
import Testing

extension EndToEnd {
    /// What the desktop is told and asked, on buses of their own with a mock behind them.
    @Suite(.enabled(if: DesktopBus.isThere, "dbus-daemon and python3-dbusmock are not installed; assets/setup.sh --test installs them"))
    struct DesktopTests {
        let sandbox: Sandbox
        let origin: Origin
        let bus: DesktopBus

        init() async throws {
            sandbox = try Sandbox()
            origin = try Origin()
            bus = try await DesktopBus(in: sandbox.folder)
            mkdir(sandbox.folder.appending("config") + "/haul", 0o700)
            try sandbox.folder.write("[documents]\ndirectory = \"\(sandbox.documents)\"\n", to: "config/haul/config.toml")
        }

        @discardableResult
        private func haul(_ words: String..., environment: [String: String] = [:]) async throws -> (status: Int32, errors: String) {
            let run = try sandbox.start(words, environment: environment.merging(bus.environment) { $1 })
            return (try await run.status(), run.errors)
        }

        private func status(_ words: String...) async throws -> String {
            let run = try sandbox.start(["agent", "status"] + words, environment: bus.environment)
            _ = try await run.status()
            return run.output
        }

        @Test(arguments: [nil, "na", "no", "challenge"] as [String?])
        func `what logind cannot do, or nobody is there to do, is refused when it is asked for`(answer: String?) async throws {
            if let answer { try await bus.mock("logind", parameters: #"{"CanSuspend": "\#(answer)", "CanPowerOff": "\#(answer)"}"#) }
            let gate = Gate()
            #expect(try await haul("add", origin.serve("/a", .file(size: 50_000).with { $0.gate = gate })).status == 0)
            let sentence =
                switch answer {
                case "na": "logind says that it cannot suspend this machine"
                case "no": "logind does not let you suspend this machine"
                case "challenge": "logind would ask for a password to suspend this machine"
                default: "there is no logind that could suspend this machine"
                }
            let refused = try await haul("when-done", "suspend", "--yes")
            #expect(refused.status == 1 && refused.errors.contains(sentence), "\(refused)")
            #expect(try await haul("when-done", "poweroff", "--yes").errors.contains("switch this machine off"))
            #expect(try await status("--json").contains("\"whenDone\":null"))
            gate.open()
            try await stop()
        }

        private func stop() async throws {
            _ = try await haul("agent", "stop")
            bus.stop()
        }

        @Test func `many ends are one message, and later ones bring it up to date`() async throws {
            try await bus.mock("notification_daemon")
            let gate = Gate()
            let urls = (0..<20).map { origin.serve("/<b>\($0)&.bin", .file(size: 100)) }
            let slow = origin.serve("/slow.bin", .file(size: 50_000).with { $0.gate = gate })
            #expect(try await haul("agent", "start").status == 0)
            let add = try sandbox.start(["add"] + urls + [slow, origin.url("/missing")], environment: bus.environment)
            #expect(try await add.status() == 0)
            try await eventually("it is told: \(bus.log)", timeout: .seconds(20)) {
                bus.calls("Notify").last?.contains("20 finished, 1 failed") == true
            }
            let before = bus.calls("Notify").count
            // How many messages depends on how fast it goes; never one for each.
            #expect(before <= 4, "\(bus.log)")
            #expect(bus.log.contains("\nand 18 more"), "\(bus.log)")
            #expect(!bus.log.contains("<b>"))
            gate.open()
            try await eventually("the last one is told: \(bus.log)", timeout: .seconds(20)) {
                bus.calls("Notify").last?.contains("21 finished, 1 failed") == true
            }
            // In the place of the one before: only the first message is a new one.
            #expect(bus.calls("Notify").count { $0.contains("\"Haul\" 0 ") } == 1, "\(bus.log)")
            try await stop()
        }

        @Test func `whoever does not want to be told is not`() async throws {
            try await bus.mock("notification_daemon")
            let text = "[documents]\ndirectory = \"\(sandbox.documents)\"\n[agent]\nnotify = false\n"
            try sandbox.folder.write(text, to: "config/haul/config.toml")
            #expect(try await haul("add", origin.serve("/a", .file(size: 100))).status == 0)
            #expect(try await haul("wait").status == 0)
            try sandbox.folder.write(text.replacing("false", with: "true"), to: "config/haul/config.toml")
            try await eventually("one that ends later is told", timeout: .seconds(30)) {
                _ = try await haul("add", origin.url("/a"))
                return !bus.calls("Notify").isEmpty
            }
            try await stop()
        }

        @Test func `without anybody who shows messages it is said once, and all else goes on`() async throws {
            for _ in 0..<2 {
                #expect(try await haul("add", origin.serve("/a", .file(size: 100))).status == 0)
                #expect(try await haul("wait").status == 0)
            }
            func told() async throws -> Int {
                let run = try sandbox.start(["agent", "log"])
                _ = try await run.status()
                return run.output.split(separator: "\n").count { $0.contains("the desktop cannot be told") }
            }
            try await eventually("it is said", timeout: .seconds(20)) { try await told() == 1 }
            try await stop()
        }

        @Test(arguments: [("suspend", "Suspend"), ("poweroff", "PowerOff")])
        func `when all is done the machine is suspended or switched off, once`(word: String, method: String) async throws {
            try await bus.mock("logind")
            let gate = Gate()
            let url = origin.serve("/slow.bin", .file(size: 50_000).with { $0.gate = gate })
            #expect(try await haul("agent", "start", environment: ["HAUL_POWER_GRACE": "0.3"]).status == 0)
            // With nothing to wait for, and without anybody who agrees, nothing is ordered.
            #expect(try await haul("when-done", word, "--yes").errors.contains("nothing to wait for"))
            #expect(try await haul("add", url).status == 0)
            #expect(try await haul("when-done", word).status == 28)
            #expect(try await haul("when-done", word, "--yes").status == 0)
            let shown = try sandbox.start(["when-done"], environment: bus.environment)
            _ = try await shown.status()
            #expect(shown.output == word + "\n")
            let words = word == "suspend" ? "the machine is suspended" : "the machine is switched off"
            #expect(try await status().contains(words + "; haul when-done off calls it off"))
            #expect(try await status("--json").contains("\"whenDone\":\"\(word)\""))
            #expect(bus.calls(method).isEmpty)
            gate.open()
            try await eventually("it is ordered: \(bus.log)", timeout: .seconds(20)) { bus.calls(method).count == 1 }
            #expect(try await haul("add", origin.url("/slow.bin")).status == 0)
            #expect(try await haul("wait").status == 0)
            let after = try sandbox.start(["when-done"], environment: bus.environment)
            _ = try await after.status()
            #expect(after.output == "off\n")
            #expect(try await status("--json").contains("\"whenDone\":null"))
            #expect(bus.calls(method).count == 1)
            try await stop()
        }

        @Test func `new work and a change of mind call it off`() async throws {
            try await bus.mock("logind")
            let url = origin.serve("/a.bin", .file(size: 500).limited(to: 1_000))
            #expect(try await haul("agent", "start", environment: ["HAUL_POWER_GRACE": "600"]).status == 0)
            #expect(try await haul("add", url).status == 0)
            #expect(try await haul("when-done", "suspend", "--yes").status == 0)
            func log() async throws -> String {
                let run = try sandbox.start(["agent", "log"])
                _ = try await run.status()
                return run.output
            }
            try await eventually("it waits", timeout: .seconds(20)) { try await log().contains("all is done: suspend in 600 s") }
            #expect(try await haul("add", url).status == 0)
            try await eventually("it waits no longer", timeout: .seconds(20)) { try await log().contains("the machine stays as it is") }
            #expect(try await haul("when-done", "off").status == 0)
            #expect(try await haul("wait").status == 0)
            #expect(bus.calls("Suspend").isEmpty)
            try await stop()
        }
    }
}

/// A message bus of its own, and mocks on it.
final class DesktopBus {
    private let folder: TemporaryDirectory
    private let daemon: ChildProcess
    private var mocks: [ChildProcess] = []

    static let isThere = Program.has("dbus-daemon") && access("/usr/lib/python3/dist-packages/dbusmock/__init__.py", F_OK) == 0

    /// Starts the bus.
    init(in folder: TemporaryDirectory) async throws {
        self.folder = folder
        let socket = folder.appending("bus")
        let text = """
            <!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
             "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
            <busconfig><type>session</type><listen>unix:path=\(socket)</listen>
            <policy context="default"><allow send_destination="*" eavesdrop="true"/><allow eavesdrop="true"/><allow own="*"/></policy>
            </busconfig>
            """
        let configuration = try folder.write(text, to: "bus.conf")
        daemon = try ChildProcess(
            try #require(Program.named("dbus-daemon")),
            ["--nofork", "--config-file=\(configuration)"],
            environment: ["PATH": "/usr/bin:/bin"],
            streams: .init()
        )
        try await eventually("the bus listens") { access(socket, F_OK) == 0 }
    }

    var environment: [String: String] {
        let address = "unix:path=" + folder.appending("bus")
        return ["DBUS_SESSION_BUS_ADDRESS": address, "DBUS_SYSTEM_BUS_ADDRESS": address]
    }

    /// Has a template of dbusmock answer, and waits until it is there.
    func mock(_ template: String, parameters: String? = nil) async throws {
        var streams = ChildProcess.Streams()
        streams.output = folder.appending("mock.out")
        streams.error = folder.appending("mock.err")
        let variables = environment.merging(["PATH": "/usr/bin:/bin", "PYTHONUNBUFFERED": "1"]) { $1 }
        mocks.append(
            try ChildProcess(
                "/usr/bin/python3",
                ["-m", "dbusmock", "--template", template] + (parameters.map { ["--parameters", $0] } ?? []),
                environment: variables,
                streams: streams
            )
        )
        let name = template == "logind" ? "org.freedesktop.login1" : "org.freedesktop.Notifications"
        let arguments = ["--bus=" + (environment["DBUS_SESSION_BUS_ADDRESS"] ?? ""), "--dest=org.freedesktop.DBus", "--print-reply"]
        try await eventually("the mock answers: \(text("mock.err"))", timeout: .seconds(30)) {
            var streams = ChildProcess.Streams()
            streams.output = folder.appending("owner.out")
            let asked = try ChildProcess(
                "/usr/bin/dbus-send",
                arguments + ["/", "org.freedesktop.DBus.NameHasOwner", "string:\(name)"],
                environment: variables,
                streams: streams
            )
            _ = try await asked.ended()
            return text("owner.out").contains("boolean true")
        }
    }

    private func text(_ name: String) -> String {
        folder.read(name).map { String(decoding: $0, as: UTF8.self) } ?? ""
    }

    /// What the mocks were called with so far.
    var log: String { text("mock.out") }

    func calls(_ method: String) -> [String] {
        log.split(separator: "\n").map(String.init).filter { $0.contains(" \(method) ") || $0.hasSuffix(" \(method)") }
    }

    func stop() {
        for process in mocks + [daemon] { kill(process.pid, SIGKILL) }
    }

    deinit {
        stop()
    }
}
