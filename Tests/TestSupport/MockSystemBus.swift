import Platform

/// A bus of its own on which NetworkManager, UPower and logind are played (python3-dbusmock); it ends with the value.
public final class MockSystemBus: Sendable {
    /// A reason why there is none; nil where there can be one.
    public static let obstacle: String? = {
        let python = "/usr/bin/python3"
        guard ThisProcess.isProgram(python), Environment.current().program("dbus-daemon") != nil else {
            return "dbus-daemon or python3 is missing"
        }
        let found = ["/usr/lib/python3/dist-packages/dbusmock/__init__.py", "/usr/lib/python3/dist-packages/dbus/__init__.py"]
        return found.allSatisfy { readFile($0) != nil } ? nil : "python3-dbusmock is missing"
    }()

    public static var isPossible: Bool { obstacle == nil }

    /// What `DBUS_SYSTEM_BUS_ADDRESS` is to be for programs that shall find it.
    public let address: String

    private let folder: TemporaryFolder
    private let connection: Connection

    /// Starts the bus, and waits until it can be used; nobody is on it yet.
    public init() async throws {
        folder = try TemporaryFolder()
        let control = folder.path + "/control"
        var plan = ChildProcess.Plan(
            program: "/usr/bin/python3",
            arguments: ["-c", Self.script, control],
            environment: Environment(["PATH": "/usr/bin:/bin", "HOME": folder.path])
        )
        plan.log = folder.path + "/log"
        _ = try ChildProcess(plan)
        connection = try await eventually("the script listens", timeout: .seconds(30)) { Connection.make(control) }
        // Without the identifier, which is another one after a restart.
        address = String(try await Self.line(of: connection.descriptor.rawValue).prefix { $0 != "," })
    }

    deinit {
        // The script ends with its only connection, and takes the bus and everybody on it along.
        UnixSocket.shutDown(connection.descriptor.rawValue)
    }

    /// Gives an order to the script, and waits until it is done.
    @discardableResult
    public func tell(_ order: String) async throws -> String {
        let bytes = Array((order + "\n").utf8)
        _ = try bytes.withUnsafeBytes { try UnixSocket.send(connection.descriptor.rawValue, $0) }
        let answer = try await Self.line(of: connection.descriptor.rawValue)
        guard !answer.hasPrefix("error") else { throw Trouble(answer) }
        return answer
    }

    private struct Trouble: Error, CustomStringConvertible {
        let description: String
        init(_ description: String) { self.description = description }
    }

    private static func line(of socket: Int32) async throws -> String {
        var line: [UInt8] = []
        return try await eventually("an answer of the script", timeout: .seconds(30)) {
            var byte: UInt8 = 0
            while let count = try withUnsafeMutableBytes(of: &byte, { try UnixSocket.read(socket, into: $0) }) {
                guard count > 0 else { throw Trouble("the script has ended") }
                if byte == UInt8(ascii: "\n") { return String(decoding: line, as: UTF8.self) }
                line.append(byte)
            }
            return nil
        }
    }

    /// Orders: `start nm|upower|logind`, `stop NAME`, `bus kill|start`, `nm PROPERTY VALUE`, `upower on|off`, `sleep begin|end`, `inhibitors`.
    private static let script = """
        import os, socket, sys, time
        import dbus, dbusmock
        NM, UP, LOGIN = 'org.freedesktop.NetworkManager', 'org.freedesktop.UPower', 'org.freedesktop.login1'
        server = socket.socket(socket.AF_UNIX)
        server.bind(sys.argv[1])
        server.listen(1)
        dbusmock.DBusTestCase.start_system_bus()
        running = {}

        def interface(name, path, kind):
            return dbus.Interface(bus.get_object(name, path), kind)

        def start(name):
            if name == 'logind':
                process, _ = dbusmock.DBusTestCase.spawn_server_template('logind', {}, system_bus=True)
            else:
                service, path = (NM, '/org/freedesktop/NetworkManager') if name == 'nm' else (UP, '/org/freedesktop/UPower')
                process = dbusmock.DBusTestCase.spawn_server(service, path, service, system_bus=True)
                mock = interface(service, path, dbusmock.MOCK_IFACE)
                known = {'OnBattery': False} if name == 'upower' else {'Metered': dbus.UInt32(0), 'Connectivity': dbus.UInt32(4),
                    'PrimaryConnectionType': '802-3-ethernet', 'AllDevices': dbus.Array([], signature='o')}
                mock.AddProperties(service, known)
                # It had its name before its properties: what the others have asked for meanwhile was little.
                mock.UpdateProperties(service, known)
            running[name] = process

        def bus_order(what):
            global bus
            case = dbusmock.DBusTestCase
            if what == 'kill':
                for process in running.values():
                    process.terminate()
                    process.wait()
                running.clear()
                # As a crash does: the socket stays where it is.
                os.kill(case.system_bus_pid, 9)
                while os.path.exists('/proc/%d/exe' % case.system_bus_pid):
                    time.sleep(0.01)
            else:
                path = os.environ['DBUS_SYSTEM_BUS_ADDRESS'].split('path=')[1].split(',')[0]
                conf = os.path.join(os.path.dirname(sys.argv[1]), 'bus.conf')
                policy = '<policy context="default"><allow send_destination="*" eavesdrop="true"/><allow eavesdrop="true"/><allow own="*"/></policy>'
                with open(conf, 'w') as file:
                    file.write('<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN" '
                        '"http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd"><busconfig><type>system</type><keep_umask/>'
                        '<listen>unix:path=' + path + '</listen>' + policy + '</busconfig>')
                case.system_bus_pid, os.environ['DBUS_SYSTEM_BUS_ADDRESS'] = case.start_dbus(conf=conf)
                bus = case.get_dbus(system_bus=True)

        def order(words):
            if words[0] == 'start':
                start(words[1])
            elif words[0] == 'stop':
                running[words[1]].terminate()
                running.pop(words[1]).wait()
            elif words[0] == 'bus':
                bus_order(words[1])
            elif words[0] == 'nm':
                value = words[2] if words[1] == 'PrimaryConnectionType' else dbus.UInt32(int(words[2]))
                interface(NM, '/org/freedesktop/NetworkManager', dbusmock.MOCK_IFACE).UpdateProperties(NM, {words[1]: value})
            elif words[0] == 'upower':
                interface(UP, '/org/freedesktop/UPower', dbusmock.MOCK_IFACE).UpdateProperties(UP, {'OnBattery': words[1] == 'on'})
            elif words[0] == 'sleep':
                interface(LOGIN, '/org/freedesktop/login1', dbusmock.MOCK_IFACE).EmitSignal(
                    LOGIN + '.Manager', 'PrepareForSleep', 'b', [words[1] == 'begin'])
            elif words[0] == 'inhibitors':
                found = interface(LOGIN, '/org/freedesktop/login1', LOGIN + '.Manager').ListInhibitors()
                return ' '.join(str(one[1]) + ':' + str(one[3]) for one in found) or 'none'
            return 'done'

        bus = dbusmock.DBusTestCase.get_dbus(system_bus=True)
        connection, _ = server.accept()
        lines = connection.makefile('rw')
        print(os.environ['DBUS_SYSTEM_BUS_ADDRESS'], file=lines, flush=True)
        for line in lines:
            try:
                answer = order(line.split())
            except Exception as error:
                answer = 'error: ' + repr(error).replace('\\n', ' ')
            print(answer, file=lines, flush=True)
        for process in running.values():
            process.terminate()
            process.wait()
        dbusmock.DBusTestCase.tearDownClass()
        """
}

/// The way to the script.
private final class Connection: Sendable {
    let descriptor: Descriptor

    private init(_ descriptor: consuming Descriptor) {
        self.descriptor = descriptor
    }

    static func make(_ path: String) -> Connection? {
        guard let descriptor = try? UnixSocket.connect(path) else { return nil }
        return Connection(descriptor)
    }
}
