internal import CLinux
internal import Glibc

extension Directory {
    /// Opens a file inside; a link in its place is never followed.
    ///
    /// The corresponding C function is `openat` with `O_NOFOLLOW`.
    public func openFile(
        _ name: String,
        _ access: File.Access,
        creation: File.Creation = .never,
        mode: UInt32 = 0o600
    ) throws(SystemError) -> File {
        try checkName(name, "openat")
        let path = path(of: name)
        // Without O_NONBLOCK a pipe planted under the name would hold us until somebody writes into it.
        let flags = access.flags | creation.flags | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK | O_NOCTTY
        let opened = try retrying("openat", path: path) { openat(number, name, flags, mode) }
        return File(Descriptor(owning: opened), path: path)
    }

    /// Opens a folder inside; a link in its place is never followed.
    public func openDirectory(_ name: String) throws(SystemError) -> Directory {
        try checkName(name, "openat")
        let path = path(of: name)
        let opened = try retrying("openat", path: path) { openat(number, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC) }
        return Directory(Descriptor(owning: opened), path: path)
    }

    /// Makes a folder inside.
    ///
    /// The corresponding C function is `mkdirat`.
    /// - Returns: false when the name is taken already.
    @discardableResult
    public func makeDirectory(_ name: String, mode: UInt32 = 0o700) throws(SystemError) -> Bool {
        try checkName(name, "mkdirat")
        do throws(SystemError) {
            try retrying("mkdirat", path: path(of: name)) { mkdirat(number, name, mode) }
            return true
        } catch {
            if error.code == .exists { return false }
            throw error
        }
    }

    /// Renames something inside, here or into another folder; never replaces anything.
    ///
    /// The corresponding C function is `renameat2` with `RENAME_NOREPLACE`: `exists` when the name is taken, one of `isUnsupported` where the
    /// file system cannot promise it.
    public func renameExclusively(_ name: String, to newName: String, in folder: Directory) throws(SystemError) {
        try checkName(name, "renameat2")
        try folder.checkName(newName, "renameat2")
        let flag = UInt32(clinux_rename_noreplace)
        try retrying("renameat2", path: folder.path(of: newName)) { renameat2(number, name, folder.number, newName, flag) }
    }

    /// Renames something inside, here or into another folder, replacing what has the name.
    ///
    /// The corresponding C function is `renameat`.
    public func renameReplacing(_ name: String, to newName: String, in folder: Directory) throws(SystemError) {
        try checkName(name, "renameat")
        try folder.checkName(newName, "renameat")
        try retrying("renameat", path: folder.path(of: newName)) { renameat(number, name, folder.number, newName) }
    }

    /// Gives a file a second name; never replaces anything.
    ///
    /// The corresponding C function is `linkat`; a symbolic link is linked itself, not followed.
    public func link(_ name: String, to newName: String, in folder: Directory) throws(SystemError) {
        try checkName(name, "linkat")
        try folder.checkName(newName, "linkat")
        try retrying("linkat", path: folder.path(of: newName)) { linkat(number, name, folder.number, newName, 0) }
    }

    /// Makes a symbolic link inside, in place of what has the name unless that is a folder.
    ///
    /// The corresponding C functions are `symlinkat` and `renameat`.
    public func makeSymbolicLink(_ name: String, to target: String) throws(SystemError) {
        try checkName(name, "symlinkat")
        guard target.isCPath else { throw SystemError(.invalidArgument, "symlinkat", path: target) }
        let temporary = ".\(ThisProcess.id).link"
        try remove(temporary)
        try retrying("symlinkat", path: path(of: name)) { symlinkat(target, number, temporary) }
        do throws(SystemError) {
            try renameReplacing(temporary, to: name, in: self)
        } catch {
            _ = try? remove(temporary)
            throw error
        }
    }

    /// Removes a name that is no folder's.
    ///
    /// The corresponding C function is `unlinkat`.
    /// - Returns: false when there was none.
    @discardableResult
    public func remove(_ name: String) throws(SystemError) -> Bool {
        try checkName(name, "unlinkat")
        do throws(SystemError) {
            try retrying("unlinkat", path: path(of: name)) { unlinkat(number, name, 0) }
            return true
        } catch {
            if error.code == .noSuchFile { return false }
            throw error
        }
    }

    /// Removes an empty folder inside.
    public func removeDirectory(_ name: String) throws(SystemError) {
        try checkName(name, "unlinkat")
        try retrying("unlinkat", path: path(of: name)) { unlinkat(number, name, AT_REMOVEDIR) }
    }

    /// The status of what a name stands for, links not followed; nil when the name is free.
    ///
    /// The corresponding C function is `fstatat`.
    public func status(of name: String) throws(SystemError) -> FileStatus? {
        try checkName(name, "fstatat")
        var status = stat()
        do throws(SystemError) {
            try retrying("fstatat", path: path(of: name)) { fstatat(number, name, &status, AT_SYMLINK_NOFOLLOW) }
        } catch {
            if error.code == .noSuchFile { return nil }
            throw error
        }
        return FileStatus(status)
    }

    /// The names inside, in no order; those that are not UTF-8 are left out, since Haul never makes such.
    ///
    /// The corresponding C function is `readdir`.
    public func names() throws(SystemError) -> [String] {
        // A descriptor of its own: the position of the listing belongs to the open file, and several listings may run at once.
        let own = try retrying("openat", path: path) { openat(number, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
        guard let stream = fdopendir(own) else {
            let reason = errno
            _ = close(own)
            throw SystemError(errno: reason, "fdopendir", path: path)
        }
        defer { closedir(stream) }
        var names: [String] = []
        while true {
            errno = 0
            guard let entry = readdir(stream) else {
                let reason = errno
                guard reason == 0 else { throw SystemError(errno: reason, "readdir", path: path) }
                return names
            }
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                String(validating: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            if let name, name != ".", name != ".." { names.append(name) }
        }
    }
}
