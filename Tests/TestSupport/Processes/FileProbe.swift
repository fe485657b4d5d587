import Glibc

/// What benchmarks and tests ask of files that lie outside of a temporary folder.
public enum FileProbe {
    /// Writes generated content to a path that anybody may read.
    ///
    /// - Throws: the errno of the call that failed.
    public static func write(_ content: GeneratedContent, to path: String) throws(PosixError) {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else { throw PosixError("open \(path)") }
        defer { close(descriptor) }
        var buffer = [UInt8](repeating: 0, count: 1 << 20)
        var offset: Int64 = 0
        while offset < content.size {
            let wanted = Int(min(Int64(buffer.count), content.size - offset))
            buffer.withUnsafeMutableBytes { content.fill(UnsafeMutableRawBufferPointer(rebasing: $0[..<wanted]), at: offset) }
            let count = buffer.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, wanted) }
            guard count > 0 else { throw PosixError("write \(path)") }
            offset += Int64(count)
        }
    }

    /// How many bytes of a file that is filled from its start are the content's: precise to a byte while nothing is written.
    public static func filled(_ path: String, of content: GeneratedContent) -> Int64 {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return 0 }
        defer { close(descriptor) }
        let block: Int64 = 4096
        // Each block begins with a stamp of its own; a block in the middle of which the file ends is the only one to look at closely.
        var (low, high) = (Int64(0), content.size / block)
        while low < high {
            let middle = (low + high) / 2
            if matches(descriptor, content, middle * block..<middle * block + 8) { low = middle + 1 } else { high = middle }
        }
        guard low > 0 else { return 0 }
        let start = (low - 1) * block
        let expected = content.bytes(start..<min(content.size, start + block))
        var found = [UInt8](repeating: 0, count: expected.count)
        let count = pread(descriptor, &found, found.count, Int(start))
        return start + Int64((0..<max(0, count)).first { found[$0] != expected[$0] } ?? max(0, count))
    }

    private static func matches(_ descriptor: Int32, _ content: GeneratedContent, _ range: Range<Int64>) -> Bool {
        let expected = content.bytes(range)
        var found = [UInt8](repeating: 0, count: expected.count)
        return pread(descriptor, &found, found.count, Int(range.lowerBound)) == found.count && found == expected
    }
}

extension FileProbe {
    /// Lets everybody look into a folder.
    ///
    /// - Throws: the errno of `chmod`.
    public static func openToAll(_ path: String) throws(PosixError) {
        guard chmod(path, 0o755) == 0 else { throw PosixError("chmod \(path)") }
    }
}
