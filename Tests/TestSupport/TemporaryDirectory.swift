import Glibc

/// A folder of its own for one test; it goes, with all that is in it, when the value goes.
public final class TemporaryDirectory: Sendable {
    public let path: String

    /// Makes the folder below `base`, else `TMPDIR`, else `/tmp`.
    ///
    /// - Throws: the errno of `mkdtemp`.
    public init(_ label: String = "haul", in base: String? = nil) throws(PosixError) {
        let base = base ?? getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
        var template = Array("\(base)/\(label)-XXXXXX".utf8CString)
        let made = template.withUnsafeMutableBufferPointer { buffer in
            buffer.baseAddress.flatMap { mkdtemp($0) }.map { String(cString: $0) }
        }
        guard let made else { throw PosixError("mkdtemp") }
        path = made
    }

    deinit {
        Self.remove(path)
    }

    /// Removes whatever is at a path, with all that is in it.
    public static func remove(_ path: String) {
        // Links are removed, never followed.
        if unlink(path) == 0 || errno == ENOENT { return }
        chmod(path, 0o700)
        for name in names(in: path) { remove(path + "/" + name) }
        rmdir(path)
    }

    /// The path of something inside.
    public func appending(_ name: String) -> String {
        path + "/" + name
    }

    /// Writes a small file inside and returns its path.
    @discardableResult
    public func write(_ text: String, to name: String) throws(PosixError) -> String {
        let target = appending(name)
        try writeFile(text, to: target)
        return target
    }

    /// The names of what is inside, sorted, without `.` and `..`.
    public func names() -> [String] {
        Self.names(in: path).sorted()
    }

    private static func names(in path: String) -> [String] {
        guard let folder = opendir(path) else { return [] }
        defer { closedir(folder) }
        var names: [String] = []
        while let entry = readdir(folder) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names
    }

    /// The bytes of a file inside, or nil when there is none.
    public func read(_ name: String) -> [UInt8]? {
        readFile(appending(name))
    }
}
