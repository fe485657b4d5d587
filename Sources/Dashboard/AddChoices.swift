/// How added downloads shall be treated, as far as a person said so.
public struct AddChoices: Sendable, Hashable {
    /// As it was typed; nil for the documents folder.
    public var folder: String?
    public var isPaused = false

    /// Bytes a second, of each; nil for none.
    public var limit: Int64?

    public init() {}
}

/// What shall be different about a task; nil stays as it is.
public struct TaskChange: Sendable, Hashable {
    public var url: String?
    public var name: String?

    /// A line each, `Name: value`; they replace all.
    public var headers: [String]?

    public init(url: String? = nil, name: String? = nil, headers: [String]? = nil) {
        self.url = url
        self.name = name
        self.headers = headers
    }
}
