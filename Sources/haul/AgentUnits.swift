internal import AgentLink
internal import Platform

/// `haul agent enable|disable`: the user units by which systemd starts the agent.
enum AgentUnits {
    private static let service = "haul-agent.service"
    private static let socket = "haul-agent.socket"

    /// Writes the units and lets systemd listen; without systemd it says what that means.
    static func enable() async -> Int32 {
        do throws(LinkError) {
            let place = try AgentControlCommand.place()
            guard let program = ThisProcess.program else {
                throw LinkError(.unreachable, "the path of this program cannot be told, since it was replaced while it ran; try again")
            }
            let folder = folder(place)
            try write(program, to: folder)
            AgentCommand.tell("haul: \(service) and \(socket) are in \(folder).")
            guard let systemctl = place.environment.program("systemctl") else {
                AgentCommand.tell("haul: there is no systemd here, so nothing starts the agent by itself; any haul command still does.")
                return 0
            }
            // Whoever downloads goes on until it is known that systemd is there to take over.
            guard await run(systemctl, ["daemon-reload"], place), await run(systemctl, ["enable", socket], place),
                await run(systemctl, ["enable", service], place), try await takeOver(systemctl, place)
            else {
                AgentCommand.tell(
                    "haul: systemd does not answer for this user (see systemctl --user status), so the units wait until it does: "
                        + "then run haul agent enable again. Until then any haul command starts the agent; one that runs goes on."
                )
                return 0
            }
            AgentCommand.tell("haul: systemd starts the agent when it is needed, and at login.")
            AgentCommand.tell(
                "haul: it ends when you log out for the last time, and goes on at the next login. "
                    + "To let it run without a login, also after a reboot: loginctl enable-linger"
            )
            return 0
        } catch {
            return Context.Problem(error).tell()
        }
    }

    /// Lets systemd listen, and start the agent again if one ran; false when it does not, and then an agent that ran does so again.
    private static func takeOver(_ systemctl: String, _ place: AgentPlace) async throws(LinkError) -> Bool {
        // An agent that was started by a command holds the socket's place and the store.
        var hadAgent = true
        do throws(LinkError) {
            try await AgentFinder.stop(as: "haul agent enable", place: place)
        } catch {
            guard error == .noAgent else { throw error }
            hadAgent = false
        }
        let listens = await run(systemctl, ["start", socket], place)
        guard hadAgent else { return listens }
        if listens, await run(systemctl, ["start", service], place) {
            AgentCommand.tell("haul: the agent that ran has ended, and systemd has started it again: its downloads go on.")
            return true
        }
        // Found through the socket if systemd listens at least; started as by any other command if not.
        try await AgentFinder.connect(as: "haul agent enable", place: place).close()
        return listens
    }

    /// Takes back what `enable` did; a running agent ends.
    static func disable() async -> Int32 {
        do throws(LinkError) {
            let place = try AgentControlCommand.place()
            let systemctl = place.environment.program("systemctl")
            if let systemctl { await _ = run(systemctl, ["disable", "--now", socket, service], place) }
            let removed = try remove(from: folder(place))
            if let systemctl { await _ = run(systemctl, ["daemon-reload"], place) }
            AgentCommand.tell(
                removed ? "haul: the units are removed; any haul command still starts the agent." : "haul: the units were not installed."
            )
            return 0
        } catch {
            return Context.Problem(error).tell()
        }
    }

    // MARK: - Files

    private static func folder(_ place: AgentPlace) -> String {
        place.folders.configuration + "/systemd/user"
    }

    private static func write(_ program: String, to path: String) throws(LinkError) {
        do throws(SystemError) {
            let folder = try Directory.make(path, mode: 0o755)
            for (name, text) in [(service, serviceText(program)), (socket, socketText)] {
                // Whoever reads it meanwhile sees the old one or the new one.
                let temporary = ".\(name).\(ThisProcess.id)"
                try folder.remove(temporary)
                try folder.openFile(temporary, .write, creation: .exclusive, mode: 0o644).write(Array(text.utf8), at: 0)
                try folder.renameReplacing(temporary, to: name, in: folder)
            }
        } catch {
            throw LinkError(.store, "the units cannot be written: \(error.description)")
        }
    }

    /// Removes the units, and the links that enable them where systemd did not.
    private static func remove(from path: String) throws(LinkError) -> Bool {
        do throws(SystemError) {
            guard try FileStatus.of(path: path) != nil else { return false }
            let folder = try Directory.open(path)
            for (wants, name) in [("sockets.target.wants", socket), ("default.target.wants", service)] {
                if let links = try? folder.openDirectory(wants) { try links.remove(name) }
            }
            let hadSocket = try folder.remove(socket)
            return try folder.remove(service) || hadSocket
        } catch {
            throw LinkError(.store, "the units cannot be removed: \(error.description)")
        }
    }

    /// A path as one word of `ExecStart` (systemd.service(5), systemd.unit(5)).
    static func quoted(_ path: String) -> String {
        let isPlain = path.utf8.allSatisfy { $0 > 32 && $0 < 127 && !"\"\\%'$;".utf8.contains($0) }
        guard !isPlain else { return path }
        var text = ""
        for character in path {
            switch character {
            case "\"", "\\": text += "\\" + String(character)
            case "%": text += "%%"
            default: text.append(character)
            }
        }
        return "\"" + text + "\""
    }

    /// `assets/systemd/haul-agent.service`; a test compares the two.
    static func serviceText(_ program: String) -> String {
        """
        [Unit]
        Description=Haul, downloads that outlive the program that asked for them
        Documentation=man:haul(1)
        Requires=haul-agent.socket
        After=haul-agent.socket

        [Service]
        Type=notify
        # `haul agent enable` puts the path of the installed program here.
        ExecStart=\(quoted(program)) agent run
        Restart=on-failure
        RestartSec=1s
        # Another agent holds the store: it does the work.
        RestartPreventExitStatus=11
        # Programs that the agent has launched for their events live on when it leaves.
        KillMode=process
        TimeoutStopSec=10s

        [Install]
        WantedBy=default.target

        """
    }

    static let socketText = """
        [Unit]
        Description=The socket of Haul's agent

        [Socket]
        ListenStream=%t/haul/agent.sock
        SocketMode=0600
        DirectoryMode=0700

        [Install]
        WantedBy=sockets.target

        """

    /// Runs `systemctl --user`; false when it fails or does not come back.
    private static func run(_ program: String, _ words: [String], _ place: AgentPlace) async -> Bool {
        let plan = ChildProcess.Plan(program: program, arguments: ["--user", "--quiet"] + words, environment: place.environment)
        guard let child = try? ChildProcess(plan) else { return false }
        guard await child.id.ends(within: .seconds(20)) else {
            child.id.send(.kill)
            return false
        }
        return await child.ended() == .exited(0)
    }
}
