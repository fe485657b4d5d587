internal import CSystemd

/// One call of a method on a bus; waits for its answer.
///
/// The corresponding C functions are `sd_bus_message_append_basic` and `sd_bus_call`. Used on one thread.
final class BusCall {
    enum Bus {
        case session, system
    }

    struct Refusal: Error {
        var why: String
    }

    private var bus: OpaquePointer?
    private var message: OpaquePointer?

    /// Whoever does not answer for so long is not there; in microseconds.
    private static let patience: UInt64 = 5_000_000

    /// - Parameters:
    ///   - bus: which one.
    ///   - destination: the name of who is called.
    ///   - path: of the object.
    ///   - interface: of the method.
    ///   - method: its name.
    /// - Throws: when there is no such bus.
    init(_ bus: Bus, to destination: String, _ path: String, _ interface: String, _ method: String) throws(Refusal) {
        let opened = bus == .session ? sd_bus_open_user(&self.bus) : sd_bus_open_system(&self.bus)
        guard opened >= 0 else { throw Refusal(why: "there is no \(bus) bus") }
        guard sd_bus_message_new_method_call(self.bus, &message, destination, path, interface, method) >= 0 else {
            throw Refusal(why: "the call cannot be written")
        }
    }

    deinit {
        sd_bus_message_unref(message)
        sd_bus_close_unref(bus)
    }

    func add(_ text: String) {
        // D-Bus knows no text with a zero in it, and neither does C.
        _ = text.withCString { sd_bus_message_append_basic(message, Self.type("s"), $0) }
    }

    func add(_ number: UInt32) {
        var number = number
        sd_bus_message_append_basic(message, Self.type("u"), &number)
    }

    func add(_ number: Int32) {
        var number = number
        sd_bus_message_append_basic(message, Self.type("i"), &number)
    }

    func add(_ value: Bool) {
        var number: Int32 = value ? 1 : 0
        sd_bus_message_append_basic(message, Self.type("b"), &number)
    }

    func addEmptyArray(of contents: String) {
        sd_bus_message_open_container(message, Self.type("a"), contents)
        sd_bus_message_close_container(message)
    }

    /// Makes the call.
    ///
    /// - Returns: the number that was answered; nil without one.
    /// - Throws: when nobody answers, or with a refusal.
    func send() throws(Refusal) -> UInt32? {
        let reply = try answer()
        defer { sd_bus_message_unref(reply) }
        var number: UInt32 = 0
        return sd_bus_message_read_basic(reply, Self.type("u"), &number) > 0 ? number : nil
    }

    /// The same with a text as the answer.
    func text() throws(Refusal) -> String? {
        let reply = try answer()
        defer { sd_bus_message_unref(reply) }
        var text: UnsafePointer<CChar>?
        return sd_bus_message_read_basic(reply, Self.type("s"), &text) > 0 ? text.map { String(cString: $0) } : nil
    }

    private func answer() throws(Refusal) -> OpaquePointer? {
        var error = sd_bus_error()
        defer { sd_bus_error_free(&error) }
        var reply: OpaquePointer?
        guard sd_bus_call(bus, message, Self.patience, &error, &reply) >= 0 else {
            throw Refusal(why: error.message.map { String(cString: $0) } ?? "nobody answers")
        }
        return reply
    }

    private static func type(_ letter: Unicode.Scalar) -> CChar { CChar(letter.value) }
}
