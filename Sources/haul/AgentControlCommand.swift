internal import AgentLink
internal import Headless
internal import Platform

/// `haul agent start|stop|log`: the process itself, whatever it is doing.
enum AgentControlCommand {
    /// Starts an agent when none runs; 0 when one answers.
    static func start() async -> Int32 {
        do throws(LinkError) {
            let client = try await AgentFinder.connect(as: "haul agent start")
            AgentCommand.tell("haul: the agent runs (process \(client.hello.pid), version \(client.hello.version)).")
            await client.close()
            return 0
        } catch {
            return Context.Problem(error).tell()
        }
    }

    /// Ends the agent and waits until its process is gone; 0 also when none runs.
    static func stop() async -> Int32 {
        do throws(LinkError) {
            let place = try place()
            let hello: HelloCall.Reply
            do throws(LinkError) {
                hello = try await AgentFinder.stop(as: "haul agent stop", place: place)
            } catch {
                guard error == .noAgent else { throw error }
                AgentCommand.tell("haul: no agent runs.")
                return 0
            }
            AgentCommand.tell("haul: the agent (process \(hello.pid)) has ended; unfinished downloads go on at its next start.")
            if place.isSocketUnitEnabled {
                AgentCommand.tell("haul: systemd starts it again when a command asks for it; haul agent disable ends that.")
            }
            return 0
        } catch {
            return Context.Problem(error).tell()
        }
    }

    /// Prints the log: the file that was put aside first, then the present one.
    static func log() -> Int32 {
        do throws(LinkError) {
            let place = try place()
            let files = [place.logFile + ".1", place.logFile].filter { (try? FileStatus.of(path: $0)) != nil }
            if files.isEmpty { AgentCommand.tell("haul: there is no log yet; \(place.logFile) is made when haul starts an agent.") }
            for file in files {
                do throws(SystemError) {
                    guard try print(file) else { return 1 }
                } catch {
                    throw LinkError(.store, "the log cannot be read: \(error.description)")
                }
            }
            if place.isSocketUnitEnabled {
                AgentCommand.tell("haul: what an agent of systemd says is in the journal: journalctl --user -u haul-agent.service")
            }
            return 0
        } catch {
            return Context.Problem(error).tell()
        }
    }

    static func place() throws(LinkError) -> AgentPlace {
        do throws(SystemError) {
            return try AgentPlace()
        } catch {
            throw LinkError(.unreachable, "the agent's folders cannot be told: \(error.description)")
        }
    }

    /// Prints a file, without anything that a terminal would do more with than show it; false when nobody reads any more.
    private static func print(_ path: String) throws(SystemError) -> Bool {
        let file = try File.open(path, .read)
        var offset: Int64 = 0
        var lines = LogLines()
        while true {
            let bytes = try file.read(at: offset, atMost: 1 << 16)
            offset += Int64(bytes.count)
            let text = bytes.isEmpty ? lines.end() : lines.take(bytes)
            guard text.isEmpty || Output.write(text, to: .standard) else { return false }
            if bytes.isEmpty { return true }
        }
    }
}
