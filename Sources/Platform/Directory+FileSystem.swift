internal import CLinux
internal import Glibc

extension Directory {
    /// The folder's own status.
    public func status() throws(SystemError) -> FileStatus {
        var status = stat()
        try retrying("fstat", path: path) { fstat(number, &status) }
        return FileStatus(status)
    }

    /// Forces the folder's names onto the disk.
    ///
    /// The corresponding C function is `fsync`. Some file systems (FUSE, CIFS) cannot do it for folders and say `invalidArgument`: they have
    /// no better way, so that is not an error here.
    public func sync() throws(SystemError) {
        do throws(SystemError) {
            try retrying("fsync", path: path) { fsync(number) }
        } catch {
            guard error.code == .invalidArgument else { throw error }
        }
    }

    /// Forces everything that was written to this file system onto the disk: cheaper than many single syncs.
    ///
    /// The corresponding C function is `syncfs`.
    public func syncFileSystem() throws(SystemError) {
        try retrying("syncfs", path: path) { syncfs(number) }
    }

    /// How many bytes a person without privileges may still write; nil where the file system gives no sensible answer.
    ///
    /// The corresponding C function is `fstatvfs`: `f_bavail` times `f_frsize`.
    public func freeSpace() throws(SystemError) -> Int64? {
        var status = statvfs()
        try retrying("fstatvfs", path: path) { fstatvfs(number, &status) }
        // Network and virtual file systems report no blocks at all; that is no full disk.
        guard status.f_blocks > 0, status.f_frsize > 0 else { return nil }
        let (bytes, overflow) = UInt64(status.f_bavail).multipliedReportingOverflow(by: UInt64(status.f_frsize))
        return overflow ? .max : Int64(clamping: bytes)
    }

    /// Takes the kernel's lock on the folder without waiting.
    ///
    /// The corresponding C function is `flock`.
    /// - Returns: false when somebody else holds it.
    public func lock() throws(SystemError) -> Bool {
        try lockWithoutWaiting(number, path: path)
    }

    /// Sets the permission bits.
    public func setMode(_ mode: UInt32) throws(SystemError) {
        try retrying("fchmod", path: path) { fchmod(number, mode) }
    }
}
