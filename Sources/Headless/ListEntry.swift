/// One entry of an input list: the addresses of one file and the options below them.
public struct ListEntry: Sendable, Hashable {
    /// Never empty; more than one are mirrors of the same file.
    public var urls: [String]
    public var options: [ListOption] = []

    /// The line of the addresses, counted from 1.
    public var line: Int

    public init(urls: [String], options: [ListOption] = [], line: Int) {
        self.urls = urls
        self.options = options
        self.line = line
    }
}
