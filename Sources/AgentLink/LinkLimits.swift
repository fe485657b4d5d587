/// How much of what the link takes, in bytes unless said otherwise.
public struct LinkLimits: Sendable, Hashable {
    /// The longest message, its line feed included: a request with a body of 1 MiB in base 64 fits.
    public static let message = 2 << 20

    /// Beyond this much unsent, droppable messages are dropped.
    public var droppable = 64 << 10

    /// At most this much unsent counts as little: `LinkConnection.drained()` returns.
    public var little = 64 << 10

    /// Beyond this much unsent, or waiting to be answered, nothing more is read from the connection.
    public var pausesReading = 1 << 20

    /// Beyond this much unsent for `patience`, the connection is closed; beyond twice as much, at once.
    public var unsent = 4 << 20
    public var patience = Duration.seconds(10)

    /// How long a connection that is closed may take to send what is queued.
    public var farewell = Duration.seconds(1)

    /// Connections at a time; more wait until one ends.
    public var connections = 256

    public init() {}
}
