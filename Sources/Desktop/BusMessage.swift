internal import CSystemd
public import Platform

/// A value of a message, of the kinds that are looked at.
public enum BusValue: Sendable, Hashable {
    case boolean(Bool)
    case unsigned(UInt32)
    /// Strings and object paths.
    case text(String)

    public var boolean: Bool? { if case .boolean(let value) = self { value } else { nil } }
    public var unsigned: UInt32? { if case .unsigned(let value) = self { value } else { nil } }
    public var text: String? { if case .text(let value) = self { value } else { nil } }
}

/// A message of the bus while it is being handled: it is read from its beginning to its end, once.
public struct BusMessage {
    private let message: OpaquePointer

    init(_ message: OpaquePointer) {
        self.message = message
    }

    /// The next value; nil at the end, or when it is of another kind.
    public func next() -> BusValue? {
        peek().flatMap { basic($0.type) }
    }

    /// The next value, which is a descriptor: a copy of it that is the caller's.
    public func nextDescriptor() -> Descriptor? {
        var number: Int32 = -1
        guard peek()?.type == UInt8(ascii: "h"), read(UInt8(ascii: "h"), into: &number), number >= 0 else { return nil }
        return try? Descriptor.duplicate(of: number)
    }

    /// The next value, which is a dictionary of properties; those of other kinds than `BusValue` has are left out.
    public func nextProperties() -> [String: BusValue]? {
        guard enter("a", "{sv}") else { return nil }
        var found: [String: BusValue] = [:]
        while enter("e", "sv") {
            let key = basic(UInt8(ascii: "s"))?.text
            if let key, let value = variant() { found[key] = value }
            guard sd_bus_message_exit_container(message) >= 0 else { break }
        }
        sd_bus_message_exit_container(message)
        return found
    }

    private func variant() -> BusValue? {
        guard let (type, contents) = peek(), type == UInt8(ascii: "v"), let contents else { return nil }
        let signature = String(cString: contents)
        guard signature.utf8.count == 1, let kind = signature.utf8.first, Self.kinds.contains(kind), enter("v", signature) else {
            sd_bus_message_skip(message, "v")
            return nil
        }
        defer { sd_bus_message_exit_container(message) }
        return basic(kind)
    }

    private static let kinds = Set("buso".utf8)

    private func enter(_ type: Unicode.Scalar, _ contents: String) -> Bool {
        sd_bus_message_enter_container(message, CChar(truncatingIfNeeded: type.value), contents) > 0
    }

    private func peek() -> (type: UInt8, contents: UnsafePointer<CChar>?)? {
        var type: CChar = 0
        var contents: UnsafePointer<CChar>?
        guard sd_bus_message_peek_type(message, &type, &contents) > 0 else { return nil }
        return (UInt8(bitPattern: type), contents)
    }

    private func read<Value>(_ type: UInt8, into place: inout Value) -> Bool {
        withUnsafeMutableBytes(of: &place) { sd_bus_message_read_basic(message, CChar(bitPattern: type), $0.baseAddress) > 0 }
    }

    private func basic(_ type: UInt8) -> BusValue? {
        switch type {
        case UInt8(ascii: "b"):
            // A boolean takes the room of an int (sd_bus_message_read_basic(3)).
            var value: Int32 = 0
            return read(type, into: &value) ? .boolean(value != 0) : nil
        case UInt8(ascii: "u"):
            var value: UInt32 = 0
            return read(type, into: &value) ? .unsigned(value) : nil
        case UInt8(ascii: "s"), UInt8(ascii: "o"):
            var value: UnsafePointer<CChar>?
            guard read(type, into: &value), let value else { return nil }
            return .text(String(cString: value))
        default:
            return nil
        }
    }
}
