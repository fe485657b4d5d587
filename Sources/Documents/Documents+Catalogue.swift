public import DownloadCore

extension Documents {
    public func catalogue(_ files: [(order: PublishOrder, intent: PublishIntent)]) async {
        // What went elsewhere is not in this directory.
        let own = files.filter { $0.intent.directory == path || $0.intent.folder != nil }
        if !own.isEmpty { await catalogueOwner.add(own) }
    }

    /// What was published in this directory by anyone, the newest first.
    ///
    /// - Parameters:
    ///   - text: Only what has this in its name, its original name or its address; letters of ASCII match in either case.
    ///   - limit: At most so many.
    ///   - offset: Passes over so many.
    /// - Returns: the entries; none when the catalogue cannot be read.
    public func catalogueEntries(matching text: String? = nil, limit: Int = 1_000, offset: Int = 0) async -> [CatalogueEntry] {
        await catalogueOwner.entries(matching: text, limit: limit, offset: offset)
    }
}
