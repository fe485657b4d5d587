import Glibc

/// A call of the C library that failed, with the errno it left.
public struct PosixError: Error, Sendable, CustomStringConvertible {
    public let operation: String
    public let number: Int32

    /// Takes the number that the call has just left in `errno`.
    public init(_ operation: String) {
        number = errno
        self.operation = operation
    }

    public var description: String {
        "\(operation): \(String(cString: strerror(number)))"
    }
}
