internal import CLinux
internal import Glibc
internal import Synchronization

/// Tells when names come, go or change in some folders.
///
/// All of them share one instance, of which the system gives each user few. The corresponding C functions are `inotify_init1` and
/// `inotify_add_watch`.
public final class FolderWatch: Sendable {
    /// Kept by the handler, so that it is not closed while that runs.
    private final class Source: Sendable {
        let descriptor: Descriptor

        init(_ descriptor: consuming Descriptor) {
            self.descriptor = descriptor
        }
    }

    private let loop: ReadinessLoop
    private let watch: ReadinessLoop.Watch
    private let source: Source
    private let folders = Mutex<Set<Int32>>([])

    /// Watches nothing yet; the handler is called on the loop's thread after each change, without saying which.
    ///
    /// - Parameters:
    ///   - loop: whose thread waits.
    ///   - onChange: called after each change.
    /// - Throws: when the system has no more instances.
    public init(on loop: ReadinessLoop, onChange: @escaping @Sendable () -> Void) throws(SystemError) {
        let number = try retrying("inotify_init1") { inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC)) }
        let source = Source(Descriptor(owning: number))
        self.loop = loop
        self.source = source
        watch = loop.watch(number) { _ in
            var buffer = [UInt8](repeating: 0, count: 4096)
            var isNews = false
            while case let count = Glibc.read(source.descriptor.rawValue, &buffer, buffer.count), count > 0 {
                isNews = Self.holdsNews(buffer[..<count]) || isNews
            }
            if isNews { onChange() }
        }
        loop.want(.read, of: watch)
    }

    /// Whether there is more among the events than that watches ended, which the one who ends them knows.
    private static func holdsNews(_ events: ArraySlice<UInt8>) -> Bool {
        events.withUnsafeBytes { bytes in
            var place = 0
            while place + MemoryLayout<inotify_event>.size <= bytes.count {
                let event = bytes.loadUnaligned(fromByteOffset: place, as: inotify_event.self)
                if event.mask & ~UInt32(IN_IGNORED) != 0 { return true }
                place += MemoryLayout<inotify_event>.size + Int(event.len)
            }
            return false
        }
    }

    /// Watches one folder.
    ///
    /// - Parameters:
    ///   - path: as for `add`.
    ///   - loop: whose thread waits.
    ///   - onChange: called after each change.
    /// - Throws: as `init` and `add`.
    public convenience init(_ path: String, on loop: ReadinessLoop, onChange: @escaping @Sendable () -> Void) throws(SystemError) {
        try self.init(on: loop, onChange: onChange)
        try add(path)
    }

    /// Watches a folder as well; one that is watched already only with what is told of it from now on.
    ///
    /// When the folder itself goes, that is told too, and is the last.
    /// - Parameters:
    ///   - path: the folder.
    ///   - includesContents: files that were written in place are changes too.
    /// - Throws: when the folder is not there, or the system has no more watches.
    public func add(_ path: String, includingContents includesContents: Bool = false) throws(SystemError) {
        guard path.isCPath else { throw SystemError(.invalidArgument, "inotify_add_watch", path: path) }
        let contents = includesContents ? UInt32(IN_CLOSE_WRITE) : 0
        let mask = contents | UInt32(IN_CREATE | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE | IN_DELETE_SELF | IN_MOVE_SELF)
        let number = source.descriptor.rawValue
        let folder = try retrying("inotify_add_watch", path: path) { inotify_add_watch(number, path, mask | UInt32(IN_MASK_ADD)) }
        folders.withLock { _ = $0.insert(folder) }
    }

    /// Watches nothing any more.
    public func removeAll() {
        let number = source.descriptor.rawValue
        let all = folders.withLock { folders in
            defer { folders.removeAll() }
            return folders
        }
        // Of a folder that has gone the kernel has let go itself.
        for folder in all { _ = inotify_rm_watch(number, folder) }
    }

    deinit {
        loop.remove(watch)
    }
}
