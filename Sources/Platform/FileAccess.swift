internal import CLinux
internal import Glibc

/// What this user may do with a path, as far as permissions tell (access(2)).
public enum FileAccess {
    public static func isExecutable(_ path: String) -> Bool {
        path.isCPath && access(path, X_OK) == 0
    }

    /// Why nothing can be written there; nil when it can.
    public static func writingFault(_ path: String) -> SystemError? {
        guard path.isCPath else { return SystemError(.invalidArgument, "access", path: path) }
        guard access(path, W_OK | X_OK) != 0 else { return nil }
        return SystemError(errno: errno, "access", path: path)
    }

    /// Why a folder cannot be read; nil when it can.
    public static func readingFault(_ path: String) -> SystemError? {
        guard path.isCPath else { return SystemError(.invalidArgument, "access", path: path) }
        guard access(path, R_OK | X_OK) != 0 else { return nil }
        return SystemError(errno: errno, "access", path: path)
    }

    /// The kind of file system behind a path, such as `ext4`; nil when it cannot be told.
    ///
    /// The corresponding C function is `statfs`; the numbers are those of its manual page.
    public static func fileSystem(_ path: String) -> String? {
        var status = statfs()
        guard path.isCPath, statfs(path, &status) == 0 else { return nil }
        let number = UInt32(truncatingIfNeeded: status.f_type)
        return names[number] ?? "a file system of type 0x" + String(number, radix: 16)
    }

    private static let names: [UInt32: String] = [
        0xEF53: "ext4", 0x9123_683E: "btrfs", 0x5846_5342: "xfs", 0x0102_1994: "tmpfs", 0x6969: "nfs", 0x794C_7630: "overlay",
        0x2FC1_2FC1: "zfs", 0xF2F5_2010: "f2fs", 0x4D44: "vfat", 0x2011_BAB0: "exfat", 0x7366_746E: "ntfs3", 0x6573_5546: "fuse",
        0xFF53_4D42: "cifs", 0xFE53_4D42: "smb", 0x0102_1997: "9p", 0xF15F: "ecryptfs", 0xCA45_1A4E: "bcachefs",
    ]
}
