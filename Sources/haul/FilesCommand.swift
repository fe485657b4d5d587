internal import Configuration
internal import Documents
internal import DownloadCore
internal import Headless
internal import Platform

/// `haul files` and `haul files verify`: what lies in a documents directory; needs no agent.
enum FilesCommand {
    private static let page = 1_000

    static func run(_ options: FilesOptions) -> Int32 {
        do throws(Context.Problem) {
            let context = try Context(file: options.common.configurationFile)
            let home = context.folders.home
            let directory = ThisProcess.absolutePath(options.directory ?? context.settings.documents.directory(home: home))
            do throws(Failure) {
                return try run(options, directory, AgentCommand.style(options.common, context))
            } catch {
                throw Context.Problem(error)
            }
        } catch {
            return error.tell()
        }
    }

    private static func run(_ options: FilesOptions, _ directory: String, _ style: TextStyle) throws(Failure) -> Int32 {
        var files: [ListedFile] = []
        let published = try PublishedFiles(directory: directory)
        if let published {
            var offset = 0
            while true {
                let entries = try published.entries(matching: options.query, limit: page, offset: offset)
                for entry in entries {
                    var file = ListedFile(entry, in: directory)
                    if options.verifies { file.check = check(published, entry, file.path) }
                    files.append(file)
                    // Reading large files takes its time: each is told of when it is done.
                    if options.common.isJSON, !Output.write(FileTable.json(file) + "\n", to: .standard) { return 0 }
                }
                offset += entries.count
                if entries.count < page { break }
            }
        }
        if !options.common.isJSON { AgentCommand.print(FileTable.lines(files, style: style)) }
        guard !files.isEmpty else {
            let absence = published == nil ? "haul: \(PublishedFiles.absence(of: directory))." : nil
            AgentCommand.tell(absence ?? FileTable.emptiness(directory: directory, query: options.query))
            return 0
        }
        guard options.verifies else { return 0 }
        AgentCommand.tell(FileTable.summary(files))
        return FileTable.status(files)
    }

    private static func check(_ published: PublishedFiles, _ entry: CatalogueEntry, _ path: String) -> ListedFile.Check {
        switch published.check(entry) {
        case .intact: return .ok
        case .sameLength: return .sizeOnly
        case .changed: return .changed
        case .missing: return .missing
        case .unreadable(let why):
            AgentCommand.tell("haul: \(path) cannot be read: \(why).")
            return .unreadable
        }
    }
}

extension ListedFile {
    fileprivate init(_ entry: CatalogueEntry, in directory: String) {
        self.init(
            path: directory + (directory.hasSuffix("/") ? "" : "/") + entry.name,
            originalName: entry.originalName,
            url: entry.url,
            bytes: entry.size,
            digest: entry.digest,
            time: WallTime(seconds: entry.time)
        )
        if entry.name.contains("/") { way = entry.name }
    }
}
