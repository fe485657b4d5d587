internal import DownloadCore
internal import Platform

/// What takes as long as a file is large: digests and copies, on a thread of their own.
actor SlowWork {
    private static let pieceSize = 1 << 20
    private let executor: SerialThreadExecutor

    nonisolated var unownedExecutor: UnownedSerialExecutor {
        executor.asUnownedSerialExecutor()
    }

    init(_ executor: SerialThreadExecutor) {
        self.executor = executor
    }

    nonisolated func stop() {
        executor.stop()
    }

    /// The digest of a whole part file.
    func digest(of part: Part, _ algorithm: Checksum.Algorithm) throws(Failure) -> Checksum {
        try Self.digest(of: part.file, algorithm)
    }

    /// Copies a whole part file to the start of another and forces it onto the disk.
    func copy(_ source: Part, to target: Part, size: Int64) throws(Failure) {
        try translating(.writeFile) { () throws(SystemError) in
            let copied = try target.file.copy(from: source.file, count: size)
            guard copied == size else { throw SystemError(.inputOutput, "copy", path: source.file.path) }
            try target.file.sync()
        }
    }

    /// Whether two files of the same length have the same bytes, by their digests.
    func haveSameBytes(_ first: Part, _ second: Part) throws(Failure) -> Bool {
        try Self.digest(of: first.file, .sha256) == Self.digest(of: second.file, .sha256)
    }

    static func digest(
        of file: borrowing File,
        _ algorithm: Checksum.Algorithm,
        isCancelled: () -> Bool = { false }
    ) throws(Failure) -> Checksum {
        var digest = try Digest(algorithm)
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: pieceSize, alignment: 4096)
        defer { buffer.deallocate() }
        var offset: Int64 = 0
        while true {
            if isCancelled() { throw Failure(.cancelled, "not read to its end") }
            let count: Int
            do throws(SystemError) {
                count = try file.read(into: buffer, at: offset)
            } catch {
                throw Failure(error, .openFile)
            }
            try digest.update(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
            offset += Int64(count)
            guard count == buffer.count else { return try digest.finish() }
        }
    }
}
