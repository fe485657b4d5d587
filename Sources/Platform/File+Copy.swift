internal import CLinux
internal import Glibc

extension File {
    /// Copies the first bytes of another file to the start of this one.
    ///
    /// The corresponding C function is `copy_file_range`, which lets file systems share blocks; where it is not possible the bytes are read
    /// and written in pieces of 1 MiB.
    /// - Returns: how many bytes were copied; fewer than asked when the source ends early.
    public func copy(from source: borrowing File, count: Int64) throws(SystemError) -> Int64 {
        var done: Int64 = 0
        while done < count {
            var from = Int(done)
            var to = Int(done)
            let step = UInt(Swift.min(count - done, 1 << 30))
            let (input, output) = (source.number, number)
            let copied: Int
            do throws(SystemError) {
                copied = try retrying("copy_file_range", path: path) { copy_file_range(input, &from, output, &to, step, 0) }
            } catch {
                // Between file systems of different kinds, on old kernels, and for files that are no regular ones.
                guard error.code.isUnsupported || error.code == .otherDevice || error.code == .badDescriptor else { throw error }
                return try copyThroughMemory(from: source, start: done, count: count)
            }
            // Some file systems (procfs, and a few FUSE ones) answer 0 although there is more: reading tells.
            guard copied > 0 else { return try copyThroughMemory(from: source, start: done, count: count) }
            done += Int64(copied)
        }
        return done
    }

    private func copyThroughMemory(from source: borrowing File, start: Int64, count: Int64) throws(SystemError) -> Int64 {
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 20, alignment: 4096)
        defer { buffer.deallocate() }
        var done = start
        while done < count {
            let wanted = Int(Swift.min(count - done, Int64(buffer.count)))
            let piece = UnsafeMutableRawBufferPointer(rebasing: buffer[..<wanted])
            let found = try source.read(into: piece, at: done)
            guard found > 0 else { break }
            try write(UnsafeRawBufferPointer(rebasing: piece[..<found]), at: done)
            done += Int64(found)
        }
        return done
    }
}
