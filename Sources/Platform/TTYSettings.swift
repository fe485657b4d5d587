import Glibc

/// The settings of a terminal's line, kept to give them back.
public struct TTYSettings: Sendable {
    let value: termios

    /// The settings now; nil for what is no terminal.
    public init?(of descriptor: Int32) {
        var value = termios()
        guard tcgetattr(descriptor, &value) == 0 else { return nil }
        self.value = value
    }

    public func apply(to descriptor: Int32) {
        var value = value
        while tcsetattr(descriptor, TCSADRAIN, &value) != 0, errno == EINTR {}
    }
}
