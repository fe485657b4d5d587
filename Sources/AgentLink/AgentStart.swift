internal import Platform

extension AgentSearch {
    /// What is known of the agent that is being started.
    private enum Attempt {
        case none
        case running(ChildProcess)
        /// Another one holds the store, and may be about to listen, or to leave; or somebody killed ours.
        case resting(until: ContinuousClock.Instant)
    }

    /// Starts an agent and waits until one answers, this or another that was quicker.
    func start() async throws(LinkError) -> LinkClient {
        try makeFolders()
        let loop: ReadinessLoop
        do throws(SystemError) {
            loop = try ReadinessLoop(name: "haul-start")
        } catch {
            throw LinkError(.unreachable, "no agent can be started: \(error.description)")
        }
        defer { loop.stop() }
        // Something changed: a socket, the child's end, or time. Only whether, not what.
        let (news, tell) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let watch = try? FolderWatch(on: loop) { tell.yield() }
        for folder in place.socketFolders { try? watch?.add(folder) }
        defer { withExtendedLifetime(watch) {} }
        loop.after(remaining) { tell.yield() }
        await startSystemdSocket()

        var current = Attempt.none
        var (isHeld, kills) = (false, 0)
        var iterator = news.makeAsyncIterator()
        repeat {
            if let connection = try await attempt() { return connection }
            switch current {
            case .none:
                let child = try spawn()
                Task {
                    _ = await child.ended()
                    tell.yield()
                }
                current = .running(child)
            case .running(let child):
                guard let ending = child.end else { break }
                switch ending {
                case .exited(AgentFinder.lostRace), .exited(0): break
                // Killed, for memory or by hand, it says nothing of the next one; killed again and again it does.
                case .killed where kills < 3: kills += 1
                default: throw failure(ending)
                }
                isHeld = ending == .exited(AgentFinder.lostRace)
                current = .resting(until: .now + .milliseconds(500))
                loop.after(.milliseconds(500)) { tell.yield() }
            case .resting(let until):
                guard until <= .now else { break }
                current = .none
                tell.yield()
            }
            await iterator.next()
        } while isInTime && !Task.isCancelled
        if let connection = try await attempt() { return connection }
        let reason =
            if Task.isCancelled {
                "an agent was started, but the search was given up"
            } else if isHeld {
                "another agent holds the store in \(place.stateFolder), but does not answer within \(limit)"
            } else {
                "an agent was started, but does not answer within \(limit)"
            }
        throw LinkError(.unreachable, "\(reason); see \(place.logFile)")
    }

    private func makeFolders() throws(LinkError) {
        do throws(SystemError) {
            _ = try place.folders.makeRuntimeFolder()
        } catch {
            throw LinkError(.unreachable, "no agent can be started: the folder for its socket cannot be used: \(error.description)")
        }
    }

    private func spawn() throws(LinkError) -> ChildProcess {
        guard let program = place.agentProgram else {
            let advice = "no agent runs, and there is no haul on PATH to start one; install haul or name it in HAUL_AGENT"
            throw LinkError(.unreachable, advice, isLasting: true)
        }
        var plan = ChildProcess.Plan(program: program, arguments: ["agent", "run"], environment: place.environment)
        plan.folder = "/"
        plan.isDetached = true
        do throws(SystemError) {
            plan.log = try place.prepareLog()
        } catch {
            throw LinkError(.unreachable, "no agent can be started: its state folder cannot be used: \(error.description)")
        }
        do throws(SystemError) {
            return try ChildProcess(plan)
        } catch {
            let isLasting = [.noSuchFile, .notADirectory, .accessDenied].contains(error.code)
            throw LinkError(.unreachable, "no agent can be started: \(error.description)", isLasting: isLasting ? true : nil)
        }
    }

    private func failure(_ ending: ChildProcess.Ending) -> LinkError {
        let how =
            switch ending {
            case .exited(let status): "with status \(status)"
            case .killed(let signal): "by signal \(signal.rawValue)"
            }
        let why = place.lastLogLine.map { ": \($0)" } ?? ""
        return LinkError(.unreachable, "an agent was started, but ended at once \(how)\(why); see \(place.logFile)")
    }

    /// Lets systemd listen, where the person has enabled that; whether it worked shows when connecting.
    private func startSystemdSocket() async {
        guard place.isSocketUnitEnabled, let program = place.environment.program("systemctl") else { return }
        let plan = ChildProcess.Plan(
            program: program,
            arguments: ["--user", "start", "haul-agent.socket"],
            environment: place.environment
        )
        guard let child = try? ChildProcess(plan) else { return }
        await withTaskGroup { group in
            group.addTask { _ = await child.ended() }
            // systemctl waits for the manager, which may hang.
            group.addTask { try? await Task.sleep(for: .seconds(3)) }
            await group.next()
            group.cancelAll()
        }
    }
}
