internal import CLinux
internal import Glibc

/// Tells when names come, go or change in a folder.
///
/// The corresponding C function is `inotify_add_watch`.
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

    /// Begins to watch; the handler is called on the loop's thread after each change, without saying which.
    ///
    /// When the folder itself goes, that is told too, and is the last.
    /// - Parameters:
    ///   - path: the folder.
    ///   - loop: whose thread waits.
    ///   - includesContents: files that were written in place are changes too.
    ///   - onChange: called after each change.
    /// - Throws: when the folder is not there, or the system has no more watches.
    public init(
        _ path: String,
        on loop: ReadinessLoop,
        includingContents includesContents: Bool = false,
        onChange: @escaping @Sendable () -> Void
    ) throws(SystemError) {
        guard path.isCPath else { throw SystemError(.invalidArgument, "inotify_add_watch", path: path) }
        let number = try retrying("inotify_init1") { inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC)) }
        let source = Source(Descriptor(owning: number))
        let contents = includesContents ? UInt32(IN_CLOSE_WRITE) : 0
        let mask = contents | UInt32(IN_CREATE | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE | IN_DELETE_SELF | IN_MOVE_SELF)
        try retrying("inotify_add_watch", path: path) { inotify_add_watch(number, path, mask) }
        self.loop = loop
        watch = loop.watch(number) { _ in
            var buffer = [UInt8](repeating: 0, count: 4096)
            while Glibc.read(source.descriptor.rawValue, &buffer, buffer.count) > 0 {}
            onChange()
        }
        loop.want(.read, of: watch)
    }

    deinit {
        loop.remove(watch)
    }
}
