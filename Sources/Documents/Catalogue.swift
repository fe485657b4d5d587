internal import DownloadCore
internal import Platform
internal import SQLite

/// The list of what was published in a documents directory: `.haul/catalogue.db`, shared by all processes that publish there.
///
/// A convenience. Whatever is wrong with it is put right from the attributes of the files, or passed over.
actor Catalogue {
    static let fileName = "catalogue.db"

    let root: Directory
    let folder: Directory
    private let keepsQuery: Bool
    private let executor: SerialThreadExecutor
    var connection: SQLiteConnection?

    /// The file that the connection has open, to see when it was deleted or replaced.
    var opened: FileStatus?

    nonisolated var unownedExecutor: UnownedSerialExecutor {
        executor.asUnownedSerialExecutor()
    }

    init(root: Directory, folder: Directory, keepsQuery: Bool, executor: SerialThreadExecutor) {
        self.root = root
        self.folder = folder
        self.keepsQuery = keepsQuery
        self.executor = executor
    }

    nonisolated func stop() {
        executor.stop()
    }

    /// Lists published files, all in one transaction; false when that was not possible.
    @discardableResult
    func add(_ files: [(order: PublishOrder, intent: PublishIntent)]) -> Bool {
        let entries = files.map { entry($0.order, $0.intent) }
        let done: Void? = attempt { (connection) throws(SQLiteError) -> Void in
            try connection.transaction { () throws(SQLiteError) in
                for entry in entries { try connection.upsert(entry) }
            }
        }
        return done != nil
    }

    private func entry(_ order: PublishOrder, _ intent: PublishIntent) -> CatalogueEntry {
        // The file as it is now: a copy that was made anew has another inode than the intent.
        let name = intent.folder.map { $0 + "/" + intent.name } ?? intent.name
        let found = (try? root.status(at: name)) ?? nil
        let url = OriginAddress.shown(order.hints.url, keepsQuery: keepsQuery)
        return CatalogueEntry(
            name: name,
            originalName: FileName.displayName(hints: order.hints),
            url: url.isEmpty ? nil : url,
            size: intent.size,
            digest: order.digest.map { "\($0.algorithm.rawValue)=\($0.hex)" },
            time: order.time.nanoseconds / 1_000_000_000,
            device: found?.device ?? intent.device,
            inode: found?.inode ?? intent.inode
        )
    }

    /// What is listed, the newest first; with a text, what has it in a name or in the address.
    func entries(matching text: String?, limit: Int, offset: Int) -> [CatalogueEntry] {
        attempt { (connection) throws(SQLiteError) in
            try connection.entries(matching: text, limit: limit, offset: offset)
        } ?? []
    }

    /// Uses the database; a damaged one is set aside, rebuilt, and used once more.
    ///
    /// Nil when it cannot be used.
    private func attempt<Result>(_ body: (SQLiteConnection) throws(SQLiteError) -> Result) -> Result? {
        for _ in 0..<2 {
            do throws(SQLiteError) {
                return try body(current())
            } catch {
                connection = nil
                guard error.isDamage else { return nil }
                setAside()
            }
        }
        return nil
    }
}
