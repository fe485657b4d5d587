internal import CLinux
internal import Glibc

/// A UNIX socket that others connect to.
public final class UnixListener: Sendable {
    /// Where it is; nil for one that was handed to us.
    public let path: String?

    private let socket: Descriptor
    /// The socket's file, to recognise it by.
    private let file: FileStatus?

    /// Listens under a path; only this user can connect.
    ///
    /// The socket is made under another name and renamed when it listens already: whoever finds it can connect. What an earlier process left
    /// there is replaced. Two processes that do this at the same time would replace each other's: the caller holds a lock.
    /// - Throws: `accessDenied` when the folder is not this user's, or others may enter it; `addressInUse` when somebody listens there;
    ///   `exists` when there is something that is no socket; `nameTooLong` beyond `UnixSocket.longestPath`.
    public init(path: String) throws(SystemError) {
        let (folder, name) = try Self.split(path)
        // A long number makes this no longer than the name itself would be with its pid.
        let temporary = ".\(ThisProcess.id)"
        _ = try UnixSocket.address(path, "bind")
        var address = try UnixSocket.address(folder.path(of: temporary), "bind")
        try Self.checkFree(path, name, in: folder)
        let socket = try UnixSocket.make()
        let number = socket.rawValue
        // The kernel gives the file the mode of the socket (unix(7)): at no moment could others connect.
        try retrying("fchmod", path: path) { fchmod(number, 0o600) }
        try folder.remove(temporary)
        try retrying("bind", path: path) { clinux_bind_unix(number, &address) }
        do throws(SystemError) {
            try retrying("listen", path: path) { listen(number, SOMAXCONN) }
            try folder.renameReplacing(temporary, to: name, in: folder)
        } catch {
            _ = try? folder.remove(temporary)
            throw error
        }
        file = try folder.status(of: name)
        self.socket = socket
        self.path = path
    }

    /// Takes over a socket that listens already, as systemd hands it on.
    ///
    /// - Throws: when it is no open descriptor.
    public init(inherited descriptor: consuming Descriptor) throws(SystemError) {
        let number = descriptor.rawValue
        let flags = try retrying("fcntl") { fcntl(number, F_GETFL) }
        try retrying("fcntl") { fcntl(number, F_SETFL, flags | O_NONBLOCK) }
        try retrying("fcntl") { fcntl(number, F_SETFD, FD_CLOEXEC) }
        socket = descriptor
        path = nil
        file = nil
    }

    public var rawValue: Int32 {
        socket.rawValue
    }

    /// Takes the next connection; nil when nobody waits.
    ///
    /// The corresponding C function is `accept4`: `tooManyOpenFiles` when there is no descriptor for it, which leaves it waiting.
    public func accept() throws(SystemError) -> Descriptor? {
        let number = socket.rawValue
        do throws(SystemError) {
            return Descriptor(owning: try retrying("accept4") { accept4(number, nil, nil, Int32(clinux_sock_flags)) })
        } catch {
            // ECONNABORTED: it went away again.
            if error.code == .wouldBlock || error.errno == ECONNABORTED { return nil }
            throw error
        }
    }

    /// Whether the socket can still be found under its path; a logout may remove the folder, and a person anything.
    public var isReachable: Bool {
        guard let path, let file else { return true }
        guard let now = try? FileStatus.of(path: path) else { return false }
        return now.isSameFile(as: file)
    }

    /// Takes the path away, if it still leads here.
    public func removeFile() {
        guard let path, isReachable, let (folder, name) = try? Self.split(path) else { return }
        _ = try? folder.remove(name)
    }

    private static func split(_ path: String) throws(SystemError) -> (folder: Directory, name: String) {
        guard path.isCPath, let slash = path.lastIndex(of: "/") else { throw SystemError(.invalidArgument, "bind", path: path) }
        let folder = try Directory.open(slash == path.startIndex ? "/" : String(path[..<slash]))
        let status = try folder.status()
        guard status.owner == ThisProcess.userID, status.mode & 0o077 == 0 else {
            throw SystemError(.accessDenied, "bind", path: folder.path)
        }
        return (folder, String(path[path.index(after: slash)...]))
    }

    /// Finds out whether what has the name may be replaced.
    private static func checkFree(_ path: String, _ name: String, in folder: Directory) throws(SystemError) {
        guard let status = try folder.status(of: name) else { return }
        guard status.kind == .other || status.kind == .symbolicLink else { throw SystemError(.exists, "bind", path: path) }
        do throws(SystemError) {
            _ = try UnixSocket.connect(path)
        } catch {
            switch error.code {
            case .connectionRefused, .noSuchFile: return
            case .wouldBlock: throw SystemError(.addressInUse, "bind", path: path)
            default: throw error
            }
        }
        throw SystemError(.addressInUse, "bind", path: path)
    }
}
