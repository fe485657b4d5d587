internal import Glibc

/// A system call that failed: which, on what, and why.
public struct SystemError: Error, Sendable, Hashable {
    /// The value of `errno`, with names for those that Haul tells apart.
    public struct Code: RawRepresentable, Sendable, Hashable {
        public let rawValue: Int32

        public init(rawValue: Int32) {
            self.rawValue = rawValue
        }
    }

    public let code: Code

    /// The name of the C function.
    public let operation: String

    /// The path or the name it was about, where there was one.
    public let path: String?

    public init(_ code: Code, _ operation: String, path: String? = nil) {
        self.code = code
        self.operation = operation
        self.path = path
    }

    public init(errno: Int32, _ operation: String, path: String? = nil) {
        self.init(Code(rawValue: errno), operation, path: path)
    }
}

extension SystemError {
    public var errno: Int32 {
        code.rawValue
    }

    /// The system's words for the reason: "No space left on device".
    public var message: String {
        code.message
    }
}

extension SystemError: CustomStringConvertible {
    /// The reason, then what it was about: "No space left on device: /home/a/docs (pwrite)".
    public var description: String {
        if let path {
            "\(message): \(path) (\(operation))"
        } else {
            "\(message) (\(operation))"
        }
    }
}

extension SystemError.Code {
    public static let exists = Self(rawValue: EEXIST)
    public static let noSuchFile = Self(rawValue: ENOENT)
    public static let notADirectory = Self(rawValue: ENOTDIR)
    public static let isDirectory = Self(rawValue: EISDIR)
    public static let directoryNotEmpty = Self(rawValue: ENOTEMPTY)
    public static let tooManyLinks = Self(rawValue: ELOOP)
    public static let noSpace = Self(rawValue: ENOSPC)
    public static let quotaExceeded = Self(rawValue: EDQUOT)
    public static let fileTooLarge = Self(rawValue: EFBIG)
    public static let otherDevice = Self(rawValue: EXDEV)
    public static let invalidArgument = Self(rawValue: EINVAL)
    public static let notImplemented = Self(rawValue: ENOSYS)
    public static let notSupported = Self(rawValue: EOPNOTSUPP)
    public static let notPermitted = Self(rawValue: EPERM)
    public static let accessDenied = Self(rawValue: EACCES)
    public static let readOnly = Self(rawValue: EROFS)
    public static let nameTooLong = Self(rawValue: ENAMETOOLONG)
    public static let wouldBlock = Self(rawValue: EWOULDBLOCK)
    public static let interrupted = Self(rawValue: EINTR)
    public static let inputOutput = Self(rawValue: EIO)
    public static let stale = Self(rawValue: ESTALE)
    public static let noAttribute = Self(rawValue: ENODATA)
    public static let badDescriptor = Self(rawValue: EBADF)
    public static let busy = Self(rawValue: EBUSY)
    public static let brokenPipe = Self(rawValue: EPIPE)
    public static let addressInUse = Self(rawValue: EADDRINUSE)
    public static let connectionRefused = Self(rawValue: ECONNREFUSED)
    public static let tooManyOpenFiles = Self(rawValue: EMFILE)
    public static let tooManyOpenFilesInSystem = Self(rawValue: ENFILE)
    public static let noLocks = Self(rawValue: ENOLCK)
    public static let noMemory = Self(rawValue: ENOMEM)

    /// The disk or the person's share of it is full.
    public var isFull: Bool {
        self == .noSpace || self == .quotaExceeded
    }

    /// The file system or the kernel does not know how to do this, so another way may be tried.
    public var isUnsupported: Bool {
        self == .invalidArgument || self == .notImplemented || self == .notSupported
    }

    /// The system's words for this reason.
    public var message: String {
        // The XSI variant of strerror_r fills the buffer and ends it with a zero; 256 bytes are more than any of its texts.
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: 256) { buffer in
            guard let start = buffer.baseAddress, strerror_r(rawValue, start, buffer.count) == 0 else { return "error \(rawValue)" }
            return String(cString: start)
        }
    }
}
