internal import CLinux
internal import Glibc

extension File {
    /// The corresponding C function is `fstat`.
    public func status() throws(SystemError) -> FileStatus {
        var status = stat()
        try retrying("fstat", path: path) { fstat(number, &status) }
        return FileStatus(status)
    }

    /// Forces contents and status onto the disk.
    ///
    /// The corresponding C function is `fsync`. After an error nothing is known of what was written since the last success.
    public func sync() throws(SystemError) {
        try retrying("fsync", path: path) { fsync(number) }
    }

    /// Forces contents, and what is needed to read them, onto the disk.
    ///
    /// The corresponding C function is `fdatasync`.
    public func syncData() throws(SystemError) {
        try retrying("fdatasync", path: path) { fdatasync(number) }
    }

    /// Cuts the file, or lengthens it with a hole.
    ///
    /// The corresponding C function is `ftruncate`.
    public func truncate(to size: Int64) throws(SystemError) {
        try retrying("ftruncate", path: path) { ftruncate(number, Int(size)) }
    }

    /// Reserves blocks for the first bytes of the file.
    ///
    /// The corresponding C function is `fallocate`, never `posix_fallocate`: that one writes zeros where the file system cannot reserve.
    /// - Parameters:
    ///   - size: How many bytes from the start.
    ///   - keepsLength: The length stays what it is, so that it goes on telling how far the bytes reach.
    /// - Throws: one of `isFull` when there is no room; anything else says nothing about room.
    public func allocate(_ size: Int64, keepsLength: Bool) throws(SystemError) {
        let mode = keepsLength ? Int32(clinux_fallocate_keep_size) : 0
        try retrying("fallocate", path: path) { fallocate(number, mode, 0, Int(size)) }
    }

    /// Sets the permission bits.
    ///
    /// The corresponding C function is `fchmod`.
    public func setMode(_ mode: UInt32) throws(SystemError) {
        try retrying("fchmod", path: path) { fchmod(number, mode) }
    }

    /// Takes the kernel's lock on this file without waiting; it is held until the last descriptor of this opening is closed.
    ///
    /// The corresponding C function is `flock`.
    /// - Returns: false when somebody else holds it.
    public func lock() throws(SystemError) -> Bool {
        try lockWithoutWaiting(number, path: path)
    }
}

/// Tries an exclusive `flock`; false when somebody else holds the lock.
func lockWithoutWaiting(_ number: Int32, path: String) throws(SystemError) -> Bool {
    do throws(SystemError) {
        try retrying("flock", path: path) { flock(number, LOCK_EX | LOCK_NB) }
        return true
    } catch {
        if error.code == .wouldBlock { return false }
        throw error
    }
}
