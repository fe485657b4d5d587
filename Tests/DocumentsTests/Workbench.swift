import Documents
import DownloadCore
import Platform
import Synchronization
import TestSupport

/// A documents directory in a temporary folder, and what tests do with it again and again.
struct Workbench {
    static let storeID = "6f0b0f3e-6f0b-4f3e-8f3e-6f0b0f3e6f0b"

    let folder: TemporaryFolder
    let documents: Documents
    var storeID = Self.storeID

    var path: String { documents.path }
    var hidden: String { path + "/.haul" }

    init(
        _ folder: TemporaryFolder? = nil,
        storeID: String = Self.storeID,
        template: NameTemplate = .timestamp,
        ways: [ExclusiveNaming] = ExclusiveNaming.allCases,
        crashAt point: String? = nil
    ) throws {
        let folder = try folder ?? TemporaryFolder()
        var options = Documents.Options { (reached) throws(Failure) in
            if reached == point { throw Self.crash }
        }
        options.ways = ways
        // Tests look at once at what they have done to the folder.
        options.trust = .zero
        self.folder = folder
        self.storeID = storeID
        documents = try Documents(directory: folder.path + "/docs", storeID: storeID, template: template, options: options)
    }

    /// What a fault point throws: nothing is done after it, as if the process had been killed.
    static let crash = Failure(.internal, "crashed here")

    /// The directory as the next process finds it.
    func restarted() throws -> Workbench {
        try Workbench(folder, storeID: storeID)
    }

    func partName(_ task: Int64, _ generation: Int = 0) -> String {
        "\(storeID)-\(task)" + (generation > 0 ? ".\(generation)" : "") + ".part"
    }

    /// Makes a finished part file.
    func download(_ task: Int64, _ text: String, generation: Int = 0) async throws {
        let (file, _) = try await documents.openPart(TaskID(rawValue: task), generation: generation, mustExist: false)
        try text.bytes.withUnsafeBytes { try file.write($0, at: 0) }
        try await documents.trimPart(TaskID(rawValue: task), generation: generation, size: Int64(text.utf8.count))
    }

    func order(
        _ task: Int64,
        size: Int,
        url: String = "https://example.com/file.bin",
        chosen: String? = nil,
        directory: String? = nil,
        seconds: Int64 = 1_700_000_000
    ) -> PublishOrder {
        PublishOrder(
            task: TaskID(rawValue: task),
            generation: 0,
            size: Int64(size),
            hints: NameHints(url: url),
            chosenName: chosen,
            directory: directory,
            time: WallTime(seconds: seconds)
        )
    }

    /// Publishes until a free name is found; returns the intent that was carried out.
    @discardableResult
    func publish(_ order: PublishOrder) async throws -> PublishIntent {
        var intent = try await documents.intend(order, after: nil)
        while try await documents.carryOut(intent) == .nameTaken {
            intent = try await documents.intend(order, after: intent)
        }
        await documents.catalogue([(order, intent)])
        return intent
    }

    func read(_ name: String, in path: String? = nil) throws -> String? {
        let directory = try Directory.open(path ?? self.path)
        guard try directory.status(of: name) != nil else { return nil }
        return String(decoding: try directory.openFile(name, .read).read(atMost: 1 << 20), as: UTF8.self)
    }

    func names(in path: String? = nil) throws -> [String] {
        try Directory.open(path ?? self.path).names().filter { $0 != ".haul" }.sorted()
    }

    /// The part files and whatever else is hidden, but for the catalogue.
    func hiddenNames() throws -> [String] {
        try Directory.open(hidden).names().filter { !$0.hasPrefix("catalogue.db") }.sorted()
    }
}

/// Puts a file of somebody else somewhere.
func plant(_ path: String, _ text: String) throws {
    try File.open(path, .write, creation: .ifMissing, mode: 0o644).write(text.bytes, at: 0)
}

extension String {
    var bytes: [UInt8] { Array(utf8) }
}

/// The code that an operation fails with; nil when it succeeds.
func failureCode(_ body: () async throws -> Void) async -> Failure.Code? {
    do {
        try await body()
        return nil
    } catch {
        return (error as? Failure)?.code
    }
}
