internal import Glibc

/// An open file, and the path it was opened by for what errors say.
///
/// Reads and writes name their offsets, so one file may be used from several threads at once.
public struct File: ~Copyable, Sendable {
    /// How a file is opened.
    public enum Access: Sendable {
        case read
        case write
        case readWrite

        var flags: Int32 {
            switch self {
            case .read: O_RDONLY
            case .write: O_WRONLY
            case .readWrite: O_RDWR
            }
        }
    }

    /// What happens when the name is free, or taken.
    public enum Creation: Sendable {
        /// The file must be there.
        case never
        /// It is made when the name is free.
        case ifMissing
        /// It is made, and the name must be free.
        case exclusive

        var flags: Int32 {
            switch self {
            case .never: 0
            case .ifMissing: O_CREAT
            case .exclusive: O_CREAT | O_EXCL
            }
        }
    }

    public let descriptor: Descriptor
    public let path: String

    public init(_ descriptor: consuming Descriptor, path: String) {
        self.descriptor = descriptor
        self.path = path
    }

    /// Opens a path, following links.
    ///
    /// The corresponding C function is `open`.
    public static func open(
        _ path: String,
        _ access: Access,
        creation: Creation = .never,
        mode: UInt32 = 0o600
    ) throws(SystemError) -> File {
        guard path.isCPath else { throw SystemError(.invalidArgument, "open", path: path) }
        let flags = access.flags | creation.flags | O_CLOEXEC
        let number = try retrying("open", path: path) { Glibc.open(path, flags, mode) }
        return File(Descriptor(owning: number), path: path)
    }

    /// Standard input, under a descriptor of its own.
    public static func standardInput() throws(SystemError) -> File {
        let number = try retrying("fcntl", path: "standard input") { fcntl(0, F_DUPFD_CLOEXEC, 3) }
        return File(Descriptor(owning: number), path: "standard input")
    }

    /// Closes the file and tells of a delayed write error.
    public consuming func close() throws(SystemError) {
        let path = path
        do throws(SystemError) {
            try descriptor.close()
        } catch {
            throw SystemError(error.code, error.operation, path: path)
        }
    }

    var number: Int32 {
        descriptor.rawValue
    }
}

extension String {
    /// Whether C sees the same path: not empty, and no zero byte that would cut it short.
    var isCPath: Bool {
        !isEmpty && !utf8.contains(0)
    }

    /// Whether this is the name of something directly inside a folder.
    var isSingleComponent: Bool {
        isCPath && !utf8.contains(UInt8(ascii: "/")) && self != "." && self != ".."
    }
}
