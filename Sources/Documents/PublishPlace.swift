internal import DownloadCore
internal import Platform

/// Where the two names of an intent are, and how the file gets from one to the other.
struct PublishPlace {
    /// The folder of the finished file.
    let target: Directory

    /// The folder of the file that is renamed.
    let partFolder: Directory

    /// Its name there.
    let partFile: String

    /// The task's own part file: the file that is renamed, or what it is a copy of.
    let part: PartName

    /// The file that is renamed is a copy on another file system, and the task's own part file goes last.
    let isCopy: Bool
}

/// A way to give a file a name that must be free.
package enum ExclusiveNaming: Sendable, CaseIterable {
    /// `renameat2` with `RENAME_NOREPLACE`: one step.
    case rename
    /// `linkat`, then `unlinkat`: for NFS and FUSE, which don't know the flag.
    case link
    /// An empty file made with `O_EXCL` holds the name until the rename replaces it: for file systems without links as well.
    case placeholder
}

/// A folder, told apart from all others.
struct FolderKey: Hashable {
    let device: UInt64
    let inode: UInt64

    init(_ status: FileStatus) {
        device = status.device
        inode = status.inode
    }
}
