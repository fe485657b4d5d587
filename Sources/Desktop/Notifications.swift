internal import CSystemd
public import Platform

/// Messages on a person's desktop, by way of the session bus.
///
/// Every call has a connection of its own, made on a thread of its own: nothing here holds anybody up, and nothing is left open.
public actor Notifications {
    private let executor: SerialThreadExecutor
    private let icon: String

    /// The number of the message that is shown, for the next one to take its place.
    private var shown: UInt32 = 0

    public nonisolated var unownedExecutor: UnownedSerialExecutor {
        executor.asUnownedSerialExecutor()
    }

    /// - Parameter icon: the name of a desktop entry's icon.
    /// - Throws: when there is no thread to be had.
    public init(icon: String) throws(SystemError) {
        self.icon = icon
        executor = try SerialThreadExecutor(name: "haul-notify")
    }

    public nonisolated func stop() {
        executor.stop()
    }

    /// Shows a message.
    ///
    /// - Parameters:
    ///   - summary: one line.
    ///   - body: more; `<`, `>` and `&` stand for themselves.
    ///   - replaces: takes the place of the one that was shown last.
    /// - Returns: why it could not be shown; nil when it was.
    public func show(_ summary: String, _ body: String, replacing replaces: Bool) -> String? {
        do throws(BusCall.Refusal) {
            let call = try BusCall(
                .session,
                to: "org.freedesktop.Notifications",
                "/org/freedesktop/Notifications",
                "org.freedesktop.Notifications",
                "Notify"
            )
            call.add("Haul")
            call.add(replaces ? shown : 0)
            call.add(icon)
            call.add(summary)
            call.add(Self.escaped(body))
            call.addEmptyArray(of: "s")
            call.addEmptyArray(of: "{sv}")
            call.add(Int32(-1))
            shown = try call.send() ?? 0
            return nil
        } catch {
            return error.why
        }
    }

    /// Bodies may be read as a kind of HTML.
    private static func escaped(_ text: String) -> String {
        text.reduce(into: "") { escaped, character in
            switch character {
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "&": escaped += "&amp;"
            default: escaped.append(character)
            }
        }
    }
}
