internal import Glibc

extension File {
    /// Writes all of the bytes at an offset.
    ///
    /// The corresponding C function is `pwrite`; short writes and interruptions are continued.
    public func write(_ bytes: UnsafeRawBufferPointer, at offset: Int64) throws(SystemError) {
        var done = 0
        while done < bytes.count {
            let rest = UnsafeRawBufferPointer(rebasing: bytes[done...])
            // Cannot overflow after the first round: the kernel refuses offsets beyond Int64.
            let position = Int(offset) &+ done
            let count = try retrying("pwrite", path: path) { pwrite(number, rest.baseAddress, rest.count, position) }
            // A regular file never takes nothing; a strange one must not make this spin.
            guard count > 0 else { throw SystemError(.inputOutput, "pwrite", path: path) }
            done += count
        }
    }

    /// Writes all of the bytes at an offset.
    public func write(_ bytes: [UInt8], at offset: Int64) throws(SystemError) {
        try bytes.withUnsafeBufferPointer { (buffer) throws(SystemError) in try write(UnsafeRawBufferPointer(buffer), at: offset) }
    }

    /// Fills a buffer from an offset; stops early only at the end of the file.
    ///
    /// The corresponding C function is `pread`.
    /// - Returns: how many bytes were read.
    public func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int64) throws(SystemError) -> Int {
        var done = 0
        while done < buffer.count {
            let rest = UnsafeMutableRawBufferPointer(rebasing: buffer[done...])
            let position = Int(offset) &+ done
            let count = try retrying("pread", path: path) { pread(number, rest.baseAddress, rest.count, position) }
            guard count > 0 else { break }
            done += count
        }
        return done
    }

    /// The bytes from an offset, at most so many.
    public func read(at offset: Int64 = 0, atMost limit: Int) throws(SystemError) -> [UInt8] {
        var failure: SystemError?
        let bytes = [UInt8](unsafeUninitializedCapacity: max(limit, 0)) { buffer, count in
            do throws(SystemError) {
                count = try read(into: UnsafeMutableRawBufferPointer(buffer), at: offset)
            } catch {
                failure = error
            }
        }
        if let failure { throw failure }
        return bytes
    }

    /// The text of a small file, such as the kernel makes, at most so many bytes of it; nil when it cannot be read.
    public static func text(of path: String, limit: Int = 1 << 20) -> String? {
        guard let file = try? File.open(path, .read), let bytes = try? file.read(atMost: limit) else { return nil }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The next bytes from where the file's own position stands, at most so many; none at the end.
    ///
    /// For pipes and standard input.
    ///
    /// The corresponding C function is `read`.
    public func readNext(atMost limit: Int) throws(SystemError) -> [UInt8] {
        var failure: SystemError?
        let bytes = [UInt8](unsafeUninitializedCapacity: max(limit, 1)) { buffer, count in
            do throws(SystemError) {
                count = try retrying("read", path: path) { Glibc.read(number, buffer.baseAddress, buffer.count) }
            } catch {
                failure = error
            }
        }
        if let failure { throw failure }
        return bytes
    }

    /// Appends all of the bytes where the file's own position stands: for pipes, sockets and logs, which have no offsets.
    ///
    /// The corresponding C function is `write`.
    public func append(_ bytes: [UInt8]) throws(SystemError) {
        var done = 0
        while done < bytes.count {
            let count = try bytes.withUnsafeBufferPointer { (buffer) throws(SystemError) in
                let rest = UnsafeBufferPointer(rebasing: buffer[done...])
                return try retrying("write", path: path) { Glibc.write(number, rest.baseAddress, rest.count) }
            }
            guard count > 0 else { throw SystemError(.inputOutput, "write", path: path) }
            done += count
        }
    }
}
