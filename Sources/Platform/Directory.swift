internal import Glibc

/// A folder held open by its descriptor, so that what is done in it cannot be led elsewhere by renames and links.
public final class Directory: Sendable {
    let descriptor: Descriptor

    /// The path it was opened by, for what errors say.
    public let path: String

    init(_ descriptor: consuming Descriptor, path: String) {
        self.descriptor = descriptor
        self.path = path
    }

    /// Opens a folder by its path, following links.
    ///
    /// The corresponding C function is `open` with `O_DIRECTORY`.
    public static func open(_ path: String) throws(SystemError) -> Directory {
        guard path.isCPath else { throw SystemError(.invalidArgument, "open", path: path) }
        let number = try retrying("open", path: path) { Glibc.open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
        return Directory(Descriptor(owning: number), path: path)
    }

    /// Makes a folder and those above it, as far as they are missing, and opens it.
    ///
    /// The corresponding C function is `mkdir`.
    public static func make(_ path: String, mode: UInt32 = 0o700) throws(SystemError) -> Directory {
        guard path.isCPath else { throw SystemError(.invalidArgument, "mkdir", path: path) }
        do throws(SystemError) {
            return try open(path)
        } catch {
            guard error.code == .noSuchFile else { throw error }
        }
        var prefix = path.utf8.first == UInt8(ascii: "/") ? "/" : ""
        for component in path.split(separator: "/") {
            prefix += component
            let step = prefix
            do throws(SystemError) {
                try retrying("mkdir", path: step) { mkdir(step, mode) }
            } catch {
                // What is there already need not be writable: `open` below decides.
                guard error.code == .exists || (try? FileStatus.of(path: step))?.kind == .directory else { throw error }
            }
            prefix += "/"
        }
        return try open(path)
    }

    /// A folder that has no name any more, so that nothing can be found or made in it; it stands for one that is awaited.
    ///
    /// The corresponding C functions are `mkdtemp` and `rmdir`.
    public static func nowhere(in folder: String, instead path: String) throws(SystemError) -> Directory {
        guard folder.isCPath else { throw SystemError(.invalidArgument, "mkdtemp", path: folder) }
        var template = Array((folder + "/nowhere.XXXXXX").utf8CString)
        guard mkdtemp(&template) != nil else { throw SystemError(errno: errno, "mkdtemp", path: folder) }
        defer { rmdir(template) }
        let number = try retrying("open", path: folder) { Glibc.open(template, O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
        return Directory(Descriptor(owning: number), path: path)
    }

    /// The path of something inside, for what errors say.
    public func path(of name: String) -> String {
        path.utf8.last == UInt8(ascii: "/") ? path + name : path + "/" + name
    }

    var number: Int32 {
        descriptor.rawValue
    }

    func checkName(_ name: String, _ operation: String) throws(SystemError) {
        guard name.isSingleComponent else { throw SystemError(.invalidArgument, operation, path: path(of: name)) }
    }
}
