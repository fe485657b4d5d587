internal import Dashboard
internal import DownloadCore

/// Simulated files for `haul demo`: nothing on disk is looked at.
struct DemoFiles: FilesSource {
    let demo: DemoSource

    var changes: AsyncStream<Void> { demo.fileChanges }

    func page(_ query: FilesQuery) async -> FilesPage { FilesPage(query, in: await demo.files) }

    func files(matching text: String, _ sort: Sort, rows: Range<Int>?) async -> [PublishedFile] {
        let all = await demo.files
        let query = FilesQuery(text: text, sort: sort, start: rows?.lowerBound ?? 0, limit: rows?.count ?? all.count)
        return FilesPage(query, in: all).files
    }

    func check(_ file: PublishedFile) async -> FileCheck {
        // Cut short by the end of the program.
        try? await Task.sleep(for: .milliseconds(600))
        return await demo.check(file)
    }

    func delete(_ file: PublishedFile) async -> String? {
        await demo.delete(file)
        return nil
    }

    func close() async {}
}
