public import DownloadCore

/// What is known of one task beyond its row; asked for only while it is shown.
public struct Details: Sendable, Hashable {
    /// With the pieces.
    public var task: TaskSnapshot

    /// Further addresses of the same file.
    public var mirrors: [String]

    /// The name or the template a person chose.
    public var chosenName: String?

    /// The folder a person chose.
    public var folder: String?

    /// Where the file is to go, and its name there as far as that is known; nil where nobody tells.
    public var saveFolder: String?
    public var saveName: String?

    /// Tries in a row that brought nothing.
    public var failures: Int

    /// The status of the newest reply.
    public var httpStatus: Int?

    public init(
        task: TaskSnapshot,
        mirrors: [String] = [],
        chosenName: String? = nil,
        folder: String? = nil,
        failures: Int = 0,
        httpStatus: Int? = nil
    ) {
        self.task = task
        self.mirrors = mirrors
        self.chosenName = chosenName
        self.folder = folder
        self.failures = failures
        self.httpStatus = httpStatus
    }
}

extension Model {
    /// The task whose details the screen shows; nil when it shows none, so that nobody asks for them.
    public var wantedDetails: TaskID? {
        layout?.details == nil || isFrozen || showsFiles ? nil : cursor
    }

    public var layout: Layout? { Layout(size, panes, hasTasks: showsFiles ? files.matching > 0 : hasTasks) }
}
