import Glibc
import Platform
import TestSupport

func symbolicLink(to target: String, at path: String) throws {
    guard symlink(target, path) == 0 else { throw SystemError(errno: errno, "symlink", path: path) }
}

/// A small file system in memory, mounted while this lives.
final class SmallDisk: Sendable {
    let folder: TemporaryFolder

    /// Mounts it; nil when this process may not.
    init?(size: String) throws {
        folder = try TemporaryFolder()
        guard mount("tmpfs", folder.path, "tmpfs", 0, "size=\(size)") == 0 else { return nil }
    }

    /// Whether tests may mount here; found out by doing it.
    static let isAllowed = ((try? SmallDisk(size: "64k")) ?? nil) != nil

    deinit {
        // Lazily: descriptors may still be open in objects that go later.
        umount2(folder.path, 2)
    }
}

/// A folder in memory on another file system than the temporary folder; nil when there is none.
func folderElsewhere() throws -> TemporaryFolder? {
    let here = try TemporaryFolder()
    guard let there = try? TemporaryFolder(in: "/dev/shm"), let device = try FileStatus.of(path: there.path)?.device,
        try FileStatus.of(path: here.path)?.device != device
    else { return nil }
    return there
}

let hasOtherFileSystem = ((try? folderElsewhere()) ?? nil) != nil
