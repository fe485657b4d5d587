internal import CSystemd
public import Platform

/// A connection to the system's message bus, with one owner on one thread, who waits for its descriptor.
///
/// After everything that was asked, and whenever the descriptor is ready or the deadline has passed, `process` is to be called.
public final class Bus {
    /// Called with the answer; nil when there is none, in time or at all.
    public typealias Reply = (BusMessage?) -> Void

    private final class Handler {
        let isOnce: Bool
        let call: Reply
        weak var bus: Bus?

        init(_ bus: Bus, isOnce: Bool, _ call: @escaping Reply) {
            self.bus = bus
            self.isOnce = isOnce
            self.call = call
        }
    }

    private let bus: OpaquePointer

    /// What libsystemd holds unretained pointers to, until the call-back or the end of the bus.
    private var handlers: [ObjectIdentifier: Handler] = [:]

    /// How long an answer may take, in microseconds.
    private static let patience: UInt64 = 2_000_000

    /// Connects to the system's bus; nothing is waited for.
    ///
    /// The corresponding C function is `sd_bus_open_system`.
    /// - Parameter address: of another bus; nil for `DBUS_SYSTEM_BUS_ADDRESS`, or where it usually is.
    /// - Throws: when there is none.
    public init(address: String? = nil) throws(SystemError) {
        var opened: OpaquePointer?
        let result = address.map { Self.open($0, &opened) } ?? sd_bus_open_system(&opened)
        guard result >= 0, let opened else {
            sd_bus_unref(opened)
            throw SystemError(errno: -result, "sd_bus_open_system")
        }
        bus = opened
    }

    /// Where the bus is that is connected to without an address.
    public static var usualAddress: String {
        Environment.current()["DBUS_SYSTEM_BUS_ADDRESS"].flatMap { $0.isEmpty ? nil : $0 } ?? "unix:path=/run/dbus/system_bus_socket"
    }

    private static func open(_ address: String, _ bus: inout OpaquePointer?) -> Int32 {
        let steps: [(OpaquePointer?) -> Int32] = [
            { sd_bus_set_address($0, address) }, { sd_bus_set_bus_client($0, 1) }, { sd_bus_start($0) },
        ]
        var result = sd_bus_new(&bus)
        for step in steps where result >= 0 { result = step(bus) }
        return result
    }

    deinit {
        // Nothing is sent any more, and nobody is called: the pointers to handlers go with it.
        sd_bus_close_unref(bus)
    }

    // MARK: - Waiting

    /// The descriptor to wait for; it stays the bus's.
    public var descriptor: Int32 { sd_bus_get_fd(bus) }

    /// What it is to be waited for.
    public var wanted: EventLoop.Readiness {
        let events = sd_bus_get_events(bus)
        guard events > 0 else { return [] }
        // POLLIN and POLLOUT of poll(2).
        return [events & 0x1 != 0 ? .read : [], events & 0x4 != 0 ? .write : []]
    }

    /// When `process` is to be called whatever happens, in nanoseconds of `EventLoop.now`; nil for never.
    public var deadline: UInt64? {
        var due: UInt64 = .max
        guard sd_bus_get_timeout(bus, &due) >= 0, due != .max else { return nil }
        let (nanoseconds, overflow) = due.multipliedReportingOverflow(by: 1_000)
        return overflow ? nil : nanoseconds
    }

    /// Sends what waits, and hands out what has come.
    ///
    /// - Returns: false when the connection has gone.
    public func process() -> Bool {
        while true {
            let result = sd_bus_process(bus, nil)
            if result < 0 { return false }
            if result == 0 { return sd_bus_is_open(bus) > 0 }
        }
    }

    // MARK: - Asking

    /// What is called, of whom; services are never started for it.
    public struct Call: Sendable, Hashable {
        public var service: String
        public var path: String
        public var interface: String
        public var member: String
        public var texts: [String]

        public init(_ service: String, _ path: String, _ interface: String, _ member: String, _ texts: String...) {
            self.service = service
            self.path = path
            self.interface = interface
            self.member = member
            self.texts = texts
        }
    }

    /// Calls a method; the answer comes during `process`, or at once when it cannot be asked.
    public func call(_ call: Call, _ reply: @escaping Reply) {
        var message: OpaquePointer?
        guard sd_bus_message_new_method_call(bus, &message, call.service, call.path, call.interface, call.member) >= 0, let message else {
            return reply(nil)
        }
        defer { sd_bus_message_unref(message) }
        sd_bus_message_set_auto_start(message, 0)
        for text in call.texts { sd_bus_message_append_basic(message, CChar(bitPattern: UInt8(ascii: "s")), text) }
        let handler = keep(isOnce: true, reply)
        guard sd_bus_call_async(bus, nil, message, Self.answered, Unmanaged.passUnretained(handler).toOpaque(), Self.patience) >= 0 else {
            handlers[ObjectIdentifier(handler)] = nil
            return reply(nil)
        }
    }

    /// Listens to the signals that a rule of the bus fits, for as long as the bus is open.
    public func listen(to rule: String, _ heard: @escaping (BusMessage) -> Void) {
        let handler = keep(isOnce: false) { if let message = $0 { heard(message) } }
        sd_bus_add_match_async(bus, nil, rule, Self.answered, nil, Unmanaged.passUnretained(handler).toOpaque())
    }

    private func keep(isOnce: Bool, _ call: @escaping Reply) -> Handler {
        let handler = Handler(self, isOnce: isOnce, call)
        handlers[ObjectIdentifier(handler)] = handler
        return handler
    }

    private static let answered: sd_bus_message_handler_t = { message, context, _ in
        guard let context else { return 0 }
        let handler = Unmanaged<Handler>.fromOpaque(context).takeUnretainedValue()
        if handler.isOnce { handler.bus?.handlers[ObjectIdentifier(handler)] = nil }
        let isError = sd_bus_message_is_method_error(message, nil) > 0
        handler.call(isError ? nil : message.map(BusMessage.init))
        return 0
    }
}
