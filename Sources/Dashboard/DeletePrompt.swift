public import DownloadCore

/// The question before files are deleted.
///
/// The tasks are those of the moment it was asked: what is marked or moves meanwhile changes nothing.
public struct DeletePrompt: Sendable, Hashable {
    public let ids: [TaskID]

    /// The number that is typed when there are many.
    public internal(set) var editor = LineEditor()

    /// So many are deleted with one key; more have to be typed as a number.
    static let mostAtOnce = 10

    var wantsNumber: Bool { ids.count > DeletePrompt.mostAtOnce }
}
