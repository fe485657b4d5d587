public import DownloadCore

/// A short message in the status line.
public struct Toast: Sendable, Hashable {
    public var text: String
    public var isError: Bool

    /// When it goes away.
    public var until: WallTime

    /// How long a message can be read.
    static let lifetime: Duration = .seconds(6)
}
