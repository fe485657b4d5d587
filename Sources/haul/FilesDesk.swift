internal import Dashboard
internal import DownloadCore

/// The published files that a dashboard shows: those of a directory, or simulated ones.
protocol FilesSource: Sendable {
    /// The list is not as it was, each time.
    var changes: AsyncStream<Void> { get }

    func page(_ query: FilesQuery) async -> FilesPage

    /// The files of some rows, or all that fit.
    func files(matching text: String, _ sort: Sort, rows: Range<Int>?) async -> [PublishedFile]

    /// Reads a file again.
    func check(_ file: PublishedFile) async -> FileCheck

    /// Deletes a file; why that was not done.
    func delete(_ file: PublishedFile) async -> String?
    func close() async
}

/// Does what the model wants with published files, while the dashboard goes on.
@MainActor
final class FilesDesk {
    private let source: any FilesSource
    private let tell: @Sendable (FilesNews) -> Void
    private var asked: FilesQuery?
    private var isAsking = false
    private var work: [Int: Task<Void, Never>] = [:]
    private var begun = 0

    init(_ source: any FilesSource, tell: @escaping @Sendable (FilesNews) -> Void) {
        self.source = source
        self.tell = tell
        let changes = source.changes
        begin {
            for await _ in changes { tell(.changed) }
        }
    }

    /// Asks for what the screen needs: one question at a time, since only the newest matters.
    func want(_ query: FilesQuery?) {
        guard let query, query != asked, !isAsking else { return }
        asked = query
        isAsking = true
        let (source, tell) = (source, tell)
        Task {
            let page = await source.page(query)
            isAsking = false
            tell(.page(page))
        }
    }

    func perform(_ effect: FilesEffect) {
        let (source, tell) = (source, tell)
        switch effect {
        case .verify(let files):
            begin {
                for file in files {
                    let check = await source.check(file)
                    guard !Task.isCancelled else { return }
                    tell(.checked(file, check))
                }
            }
        case .delete(let files):
            begin {
                var gone: [PublishedFile] = []
                var problem: String?
                for file in files {
                    if let refusal = await source.delete(file) { problem = problem ?? refusal } else { gone.append(file) }
                }
                tell(.deleted(gone, problem: problem))
            }
        case .collect(let text, let sort, let rows, let marking):
            begin { tell(.collected(await source.files(matching: text, sort, rows: rows), marking)) }
        }
    }

    private func begin(_ body: @escaping @Sendable () async -> Void) {
        let number = begun
        begun += 1
        work[number] = Task {
            await body()
            work[number] = nil
        }
    }

    /// Ends what is still being read, and returns when nothing reads any more.
    func close() async {
        for task in work.values { task.cancel() }
        await source.close()
    }
}
