internal import CLinux
internal import Glibc

/// What the file system knows of a file; the answer of `fstat`.
public struct FileStatus: Sendable, Hashable {
    /// What sort of thing a name leads to.
    public enum Kind: Sendable, Hashable {
        case regular
        case directory
        case symbolicLink
        case other
    }

    public let kind: Kind
    public let device: UInt64
    public let inode: UInt64

    /// Length in bytes.
    public let size: Int64

    /// Bytes on the disk: fewer than the length for a file with holes, more for one with reserved blocks.
    public let allocated: Int64
    public let linkCount: UInt64
    public let owner: UInt32

    /// The permission bits.
    public let mode: UInt32

    /// When the contents last changed, in nanoseconds since 1970; saturates.
    public let modified: Int64

    init(_ status: stat) {
        kind =
            switch status.st_mode & S_IFMT {
            case S_IFREG: .regular
            case S_IFDIR: .directory
            case S_IFLNK: .symbolicLink
            default: .other
            }
        device = UInt64(truncatingIfNeeded: status.st_dev)
        inode = UInt64(truncatingIfNeeded: status.st_ino)
        size = Int64(status.st_size)
        let (blocks, tooMany) = Int64(status.st_blocks).multipliedReportingOverflow(by: 512)
        allocated = tooMany ? .max : blocks
        linkCount = UInt64(truncatingIfNeeded: status.st_nlink)
        owner = status.st_uid
        mode = status.st_mode & 0o7777
        let (scaled, overflow) = Int64(status.st_mtim.tv_sec).multipliedReportingOverflow(by: 1_000_000_000)
        let (sum, carry) = scaled.addingReportingOverflow(Int64(status.st_mtim.tv_nsec))
        modified = overflow || carry ? (status.st_mtim.tv_sec < 0 ? .min : .max) : sum
    }

    /// Whether both are one and the same file.
    public func isSameFile(as other: FileStatus) -> Bool {
        device == other.device && inode == other.inode
    }
}

extension FileStatus {
    /// The status of what a path leads to, links followed; nil when nothing is there.
    ///
    /// The corresponding C function is `stat`.
    public static func of(path: String) throws(SystemError) -> FileStatus? {
        var status = stat()
        do throws(SystemError) {
            try retrying("stat", path: path) { stat(path, &status) }
        } catch {
            if error.code == .noSuchFile || error.code == .notADirectory { return nil }
            throw error
        }
        return FileStatus(status)
    }
}
