internal import CLinux
internal import Glibc
internal import Synchronization

/// The lines of a process, on its standard error; when that is a log file, it is put aside as soon as it has become long.
///
/// Of the files put aside one is kept: `PATH.1`. Standard error itself leads to the new file then, so that the words of a crash get there too.
public final class LogFile: Sendable {
    private let path: String
    private let limit: Int64
    private let number: Int32
    private let state: Mutex<State>

    private struct State {
        /// Whether the descriptor leads to the log file, and not to a terminal or a journal.
        var isFile: Bool
        var size: Int64
    }

    /// - Parameters:
    ///   - path: the log file; whether the descriptor leads there is seen.
    ///   - limit: so many bytes are long.
    ///   - number: the descriptor that is written to.
    public init(path: String, limit: Int64 = 1 << 20, number: Int32 = 2) {
        self.path = path
        self.limit = limit
        self.number = number
        let open = Self.status(number)
        let isFile = open.flatMap { open in (try? FileStatus.of(path: path)).flatMap { $0?.isSameFile(as: open) } } ?? false
        state = Mutex(State(isFile: isFile, size: open?.size ?? 0))
    }

    /// Writes a line, which ends with a line feed, in one piece.
    public func write(_ line: String) {
        state.withLock { state in
            var line = line
            line.withUTF8 { bytes in
                var rest = bytes[...]
                while !rest.isEmpty {
                    let count = Glibc.write(number, UnsafeBufferPointer(rebasing: rest).baseAddress, rest.count)
                    if count < 0 {
                        guard errno == EINTR else { return }
                    } else {
                        rest = rest.dropFirst(count)
                    }
                }
            }
            state.size += Int64(line.utf8.count)
            if state.isFile, state.size >= limit { beginAnew(&state) }
        }
    }

    private func beginAnew(_ state: inout State) {
        // Tried again after another full length, whatever happens: a folder that takes no file must not cost a call for each line.
        state.size = 0
        // Somebody else may have put it aside already: then the new one is there.
        let isStillThere = (try? FileStatus.of(path: path))?.flatMap { there in Self.status(number).map(there.isSameFile) }
        if isStillThere == true, rename(path, path + ".1") != 0 { return }
        let flags = O_WRONLY | O_APPEND | O_CREAT | O_NOFOLLOW | O_CLOEXEC
        guard let opened = try? retrying("open", path: path, { open(path, flags, 0o600) }) else { return }
        let file = Descriptor(owning: opened)
        dup2(file.rawValue, number)
        state.size = Self.status(number)?.size ?? 0
    }

    private static func status(_ number: Int32) -> FileStatus? {
        var status = stat()
        return fstat(number, &status) == 0 ? FileStatus(status) : nil
    }
}
