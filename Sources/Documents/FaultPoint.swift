/// The moments between two steps of a publish at which a crash is tried.
enum FaultPoint: String, CaseIterable {
    case attributes = "publish.attributes"
    case probed = "publish.probed"
    case copying = "publish.copying"
    case copied = "publish.copied"
    case intended = "publish.intended"
    case synced = "publish.synced"
    case linked = "publish.linked"
    case renamed = "publish.renamed"
    case folderSynced = "publish.folder-synced"
    case sourceRemoved = "publish.source-removed"
}

extension Documents {
    /// The names that `Options.faultPoint` is called with, in the order of a publish.
    public static let faultPoints = FaultPoint.allCases.map(\.rawValue)
}
