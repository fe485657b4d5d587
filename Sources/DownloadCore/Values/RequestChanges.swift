/// What a program may change of a request while its task lives, or when a later task goes on; what is nil stays.
///
/// Nothing of it concerns the server: a transfer that runs is left alone.
public struct RequestChanges: Sendable, Hashable, Codable {
    /// Empty for none.
    public var taskDescription: String?
    public var libraryData: String?
    public var priority: Priority?
    public var earliestBegin: WallTime?

    public init() {}

    public func apply(to request: inout DownloadRequest) {
        if let taskDescription { request.taskDescription = taskDescription.isEmpty ? nil : taskDescription }
        if let libraryData { request.libraryData = libraryData }
        if let priority { request.priority = priority }
        if let earliestBegin { request.earliestBegin = earliestBegin }
    }
}
