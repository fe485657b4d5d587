public import DownloadCore
internal import Platform

/// The documents directory: part files, digests, durable publishing, the catalogue.
///
/// Everything here blocks on a disk, so the actor runs on a thread of its own; digests, copies and the catalogue have their own threads, so
/// that a large file does not hold up the small ones. Files are reached through folder descriptors and never through links. The folder is
/// remembered by device and inode: when another one appears under its path (a disk was unmounted), that is a failure, never a new start.
public actor Documents: Publisher {
    /// What can be set about a documents directory.
    public struct Options: Sendable {
        /// Keep the query of an address in the file's attribute and in the catalogue; it may hold tokens.
        public var keepsQuery = false

        /// The devices on which partial files were left that are to be gone on with; empty when there are none.
        ///
        /// The folder must be there then: a new one in the place of a disk that is not mounted would take what belongs onto that disk.
        public var expectedDevices: Set<UInt64> = []

        /// A folder, on a disk that is there, in which a place without a name can be made while the documents directory is awaited.
        ///
        /// With it a directory that is expected and missing is no reason not to open: all that needs it fails until it has come back.
        public var waitingRoom: String?

        /// For how long a folder that was there is not looked at again: it can go as well between the look and what follows.
        public var trust = Duration.milliseconds(50)

        /// Called at every step of a publish with one of `Documents.faultPoints`: throws or kills where a crash is to be tried.
        public var faultPoint: @Sendable (String) throws(Failure) -> Void

        /// The ways to give a file its name, in the order in which they are tried.
        package var ways = ExclusiveNaming.allCases

        public init(keepsQuery: Bool = false, faultPoint: @escaping @Sendable (String) throws(Failure) -> Void = { _ in }) {
            self.keepsQuery = keepsQuery
            self.faultPoint = faultPoint
        }
    }

    /// The absolute path of the directory, as it was given.
    public nonisolated let path: String

    let storeID: String
    let template: NameTemplate
    let options: Options
    var root: Directory
    var rootStatus: FileStatus
    var parts: Directory

    /// Until when the folders are taken to be there, in nanoseconds of the event loop's clock.
    private var trustedUntil: UInt64 = 0

    /// Why the directory could not be opened at the start; nil as soon as it is there.
    private var absence: Failure?

    /// The part files that somebody has open, so that all use one descriptor and one lock.
    var openParts: [PartName: WeakPart] = [:]

    /// The part files whose names are not known to be on the disk.
    var newParts: Set<PartName> = []

    /// The names that are about to be used.
    var reservations = NameReservations()

    /// Other folders that are known to be on the same file system, or not.
    var reachable: [FolderKey: Bool] = [:]

    let slowWork: SlowWork
    var catalogueOwner: Catalogue
    private let catalogueExecutor: SerialThreadExecutor
    private let executor: SerialThreadExecutor

    public nonisolated var unownedExecutor: UnownedSerialExecutor {
        executor.asUnownedSerialExecutor()
    }

    /// Opens the directory, which is made with its hidden `.haul` folder when it is missing.
    ///
    /// - Parameters:
    ///   - directory: An absolute path; a link is followed now and never again.
    ///   - storeID: The UUID of the store whose tasks these are.
    ///   - template: How files are named that nobody named.
    ///   - options: See there.
    /// - Throws: `create-folder` or `open-file`.
    public init(
        directory: String,
        storeID: String,
        template: NameTemplate = .timestamp,
        options: Options = Options()
    ) throws(Failure) {
        guard directory.utf8.first == UInt8(ascii: "/") else {
            throw Failure(.createFolder, "the documents folder must be an absolute path: \(directory)")
        }
        guard PartName.isStoreID(storeID) else { throw Failure(.internal, "no store identifier: \(storeID)") }
        self.path = PathParts.withoutTrailingSlash(directory)
        self.storeID = storeID
        self.template = template
        self.options = options
        var absence: Failure?
        do throws(SystemError) {
            (root, parts) = try Self.open(path, options)
        } catch {
            let failure = Self.failure(error, path)
            guard let room = options.waitingRoom, !options.expectedDevices.isEmpty else { throw failure }
            (root, absence) = (try Self.nowhere(in: room, instead: path), failure)
            parts = root
        }
        self.absence = absence
        do throws(SystemError) {
            rootStatus = try root.status()
            executor = try SerialThreadExecutor(name: "documents")
            slowWork = SlowWork(try SerialThreadExecutor(name: "documents-slow"))
            catalogueExecutor = try SerialThreadExecutor(name: "catalogue")
        } catch {
            throw Failure(error, .createFolder)
        }
        catalogueOwner = Catalogue(root: root, folder: parts, keepsQuery: options.keepsQuery, executor: catalogueExecutor)
    }

    private static func open(_ path: String, _ options: Options) throws(SystemError) -> (root: Directory, parts: Directory) {
        try expect(path, on: options.expectedDevices)
        let root = try Directory.make(path, mode: 0o755)
        return (root, try openPartsFolder(in: root))
    }

    private static func nowhere(in room: String, instead path: String) throws(Failure) -> Directory {
        do throws(SystemError) {
            return try Directory.nowhere(in: room, instead: path)
        } catch {
            throw Failure(error, .createFolder)
        }
    }

    private static func failure(_ error: SystemError, _ path: String) -> Failure {
        if error.code == .stale { return missing("the documents folder with unfinished downloads is gone: \(path)", mend: mount) }
        var failure = Failure(error, .createFolder)
        failure.isResumable = true
        return failure
    }

    /// Throws `stale` when the folder is not there, or empty and on a disk that none of its partial files was on.
    private static func expect(_ path: String, on devices: Set<UInt64>) throws(SystemError) {
        guard !devices.isEmpty else { return }
        guard let found = try FileStatus.of(path: path) else { throw SystemError(.stale, "stat", path: path) }
        guard !devices.contains(found.device) else { return }
        guard try FileStatus.of(path: path + "/" + PartName.folder) != nil else { throw SystemError(.stale, "stat", path: path) }
    }

    private static let mount = "mount its disk, or make the folder to begin anew"

    /// Ends the threads; calls that come later still work, more slowly.
    public nonisolated func stop() {
        executor.stop()
        slowWork.stop()
        catalogueExecutor.stop()
    }

    /// How many bytes may still be written here; nil where the file system gives no sensible answer.
    public func freeSpace() -> Int64? {
        // No answer is no failure: free space is only asked to warn early.
        (try? root.freeSpace()) ?? nil
    }

    /// Fails with `open-file` when the directory is gone, or when one of another disk took its place.
    ///
    /// One that was deleted is made again. One that somebody has made where the old one was is begun with; where a disk was unmounted there is one
    /// of another device, which is left alone. Whoever writes into the old one hears of it before: with it its data are gone.
    public func checkDirectory() throws(Failure) {
        if absence != nil { return try takeAwaited() }
        let found: FileStatus?
        do throws(SystemError) {
            found = try FileStatus.of(path: path)
        } catch {
            throw Failure(error, .openFile)
        }
        guard let found else {
            guard isDeleted else {
                let mend = isOnDisk ? "put it back, or make a new one there to begin anew" : "mount its disk again"
                throw Self.missing("the documents folder is gone: \(path)", mend: mend)
            }
            guard !isWritten else { throw Self.missing("the documents folder was deleted: \(path)", mend: "it is made again by itself") }
            return try beginAnew()
        }
        guard found.kind == .directory else {
            throw Self.missing("something that is no folder is in the place of the documents folder: \(path)", mend: "move it away")
        }
        guard !found.isSameFile(as: rootStatus), !takeBack(found) else { return }
        guard isDeleted || found.device == rootStatus.device else {
            throw Self.missing("a folder of another disk is in the place of the documents folder: \(path)", mend: "mount its disk again")
        }
        guard !isWritten else {
            let mend = "downloads begin anew there by themselves"
            throw Self.missing("a new folder is in the place of the documents folder: \(path)", mend: mend)
        }
        try beginAnew()
    }

    /// Why nothing can be done in the directory since the start; nil when it was there, or has come.
    public var awaited: Failure? { absence }

    /// Goes on in the folder that was missing at the start, if it has come.
    private func takeAwaited() throws(Failure) {
        do throws(SystemError) {
            let (folder, hidden) = try Self.open(path, options)
            take(folder, try folder.status(), hidden)
            absence = nil
        } catch {
            var failure = Self.failure(error, path)
            failure.isDirectoryMissing = true
            throw failure
        }
    }

    /// Somebody has deleted the folder, with all that was in it: unlike one on a disk that was unmounted it never comes back.
    private var isDeleted: Bool { (try? root.status())?.linkCount == 0 }

    /// Begins in a new folder under the same path, which is made if nobody has made it.
    private func beginAnew() throws(Failure) {
        do throws(SystemError) {
            let folder = try Directory.make(path, mode: 0o755)
            take(folder, try folder.status(), try Self.openPartsFolder(in: folder))
        } catch {
            throw Failure(error, .createFolder)
        }
    }

    /// A download that runs has a file of the folder open.
    private var isWritten: Bool { openParts.values.contains { $0.part != nil } }

    /// What would be made under the path now would be on the disk of the folder that was there.
    private var isOnDisk: Bool {
        var above = path
        while above.utf8.count > 1 {
            above = PathParts(above)?.folder ?? "/"
            if let found = (try? FileStatus.of(path: above)) ?? nil { return found.device == rootStatus.device }
        }
        return false
    }

    private static func missing(_ detail: String, mend: String) -> Failure {
        var failure = Failure(.openFile, detail + "; " + mend, isResumable: true)
        failure.isDirectoryMissing = true
        return failure
    }

    /// Goes on in the folder that has come back under the path, as with a disk that was mounted again.
    ///
    /// It is the one if it holds part files of this store, or has the same inode and a hidden folder.
    private func takeBack(_ found: FileStatus) -> Bool {
        // Whatever fails here is no folder of ours, and is told as such.
        guard let folder = try? Directory.open(path), let status = try? folder.status(), status.isSameFile(as: found),
            let hidden = try? folder.openDirectory(PartName.folder), let names = try? hidden.names()
        else { return false }
        guard status.inode == rootStatus.inode || names.contains(where: { PartName($0, storeID: storeID) != nil }) else { return false }
        take(folder, status, hidden)
        return true
    }

    private func take(_ folder: Directory, _ status: FileStatus, _ hidden: Directory) {
        (root, rootStatus, parts) = (folder, status, hidden)
        openParts.removeAll()
        newParts.removeAll()
        reachable.removeAll()
        reservations = NameReservations()
        catalogueOwner = Catalogue(root: root, folder: parts, keepsQuery: options.keepsQuery, executor: catalogueExecutor)
    }

    /// The hidden folder; made again when somebody deleted it from a directory that is otherwise the same.
    func partsFolder() throws(Failure) -> Directory {
        let now = EventLoop.now
        guard now >= trustedUntil else { return parts }
        trustedUntil = 0
        try checkDirectory()
        do throws(SystemError) {
            if try root.status(of: PartName.folder)?.isSameFile(as: try parts.status()) != true {
                parts = try Self.openPartsFolder(in: root)
            }
            trustedUntil = now + UInt64(options.trust.nanoseconds)
            return parts
        } catch {
            throw Failure(error, .createFolder)
        }
    }

    private static func openPartsFolder(in root: Directory) throws(SystemError) -> Directory {
        if try root.makeDirectory(PartName.folder, mode: 0o700) { try root.sync() }
        return try root.openDirectory(PartName.folder)
    }

    func reach(_ point: FaultPoint) throws(Failure) {
        try options.faultPoint(point.rawValue)
    }
}
