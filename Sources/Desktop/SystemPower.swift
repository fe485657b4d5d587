internal import Platform

/// What logind is asked for.
public enum SystemPower: String, Sendable {
    case suspend = "Suspend"
    case powerOff = "PowerOff"

    /// Why the system would not do it; nil when it would.
    public func refusal() async -> String? {
        guard let executor = try? SerialThreadExecutor(name: "haul-power") else { return "there is no thread to be had" }
        defer { executor.stop() }
        return await PowerDesk(executor: executor).refusal(of: self)
    }

    /// Has the system do it; returns when logind has taken the order, or why it did not.
    public func order() async -> String? {
        // The call waits for an answer of logind, and may not hold up those that share this thread.
        guard let executor = try? SerialThreadExecutor(name: "haul-power") else { return "there is no thread to be had" }
        defer { executor.stop() }
        return await PowerDesk(executor: executor).send(self)
    }
}

private actor PowerDesk {
    private let executor: SerialThreadExecutor

    init(executor: SerialThreadExecutor) {
        self.executor = executor
    }

    nonisolated var unownedExecutor: UnownedSerialExecutor {
        executor.asUnownedSerialExecutor()
    }

    private func call(_ method: String) throws(BusCall.Refusal) -> BusCall {
        try BusCall(.system, to: "org.freedesktop.login1", "/org/freedesktop/login1", "org.freedesktop.login1.Manager", method)
    }

    func refusal(of power: SystemPower) -> String? {
        let what =
            switch power {
            case .suspend: "suspend this machine"
            case .powerOff: "switch this machine off"
            }
        do throws(BusCall.Refusal) {
            switch try call("Can" + power.rawValue).text() {
            case "yes": return nil
            case "na": return "logind says that it cannot \(what)"
            case "no": return "logind does not let you \(what)"
            case "challenge": return "logind would ask for a password to \(what), and nobody is there to give it when all is done"
            default: return "logind does not say whether it can \(what)"
            }
        } catch {
            return "there is no logind that could \(what): \(error.why)"
        }
    }

    func send(_ power: SystemPower) -> String? {
        do throws(BusCall.Refusal) {
            let call = try call(power.rawValue)
            // Nobody is there to be asked for a password.
            call.add(false)
            _ = try call.send()
            return nil
        } catch {
            return error.why
        }
    }
}
