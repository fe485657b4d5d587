internal import CZlib

/// Unpacks a gzip file that comes in pieces, all of its members one after another (RFC 1952 section 2.2).
public final class Gunzip {
    /// The data is no gzip file, or a damaged one.
    public struct Damaged: Error, Sendable, Hashable {}

    private let stream: UnsafeMutablePointer<z_stream>
    private var isAtStart = true

    /// The first bytes of every gzip file.
    public static func isMagic(_ bytes: some Collection<UInt8>) -> Bool {
        bytes.starts(with: [0x1F, 0x8B])
    }

    /// - Throws: `Damaged` when zlib has no memory.
    public init() throws(Damaged) {
        stream = .allocate(capacity: 1)
        stream.initialize(to: z_stream())
        guard czlib_begin_gzip(stream) == Z_OK else {
            stream.deallocate()
            throw Damaged()
        }
    }

    deinit {
        inflateEnd(stream)
        stream.deallocate()
    }

    /// The file ends at a place where a gzip file may end.
    public var isComplete: Bool { isAtStart }

    /// Unpacks the next piece, handing on what comes out in portions of at most 64 KiB.
    public func feed(_ input: [UInt8], to output: (ArraySlice<UInt8>) -> Void) throws(Damaged) {
        var input = input
        var buffer = [UInt8](repeating: 0, count: 64 * 1024)
        var result = Z_OK
        let stream = stream
        var startsMember = isAtStart
        input.withUnsafeMutableBufferPointer { source in
            stream.pointee.next_in = source.baseAddress
            stream.pointee.avail_in = UInt32(clamping: source.count)
            var isOutputFull = false
            while result == Z_OK, stream.pointee.avail_in > 0 || isOutputFull {
                startsMember = false
                let produced = buffer.withUnsafeMutableBufferPointer { target in
                    stream.pointee.next_out = target.baseAddress
                    stream.pointee.avail_out = UInt32(clamping: target.count)
                    result = inflate(stream, Z_NO_FLUSH)
                    return target.count - Int(stream.pointee.avail_out)
                }
                isOutputFull = stream.pointee.avail_out == 0
                if produced > 0 { output(buffer[..<produced]) }
                if result == Z_STREAM_END {
                    startsMember = true
                    result = inflateReset(stream)
                    isOutputFull = false
                } else if result == Z_BUF_ERROR {
                    // There was nothing more to put out: no error.
                    result = Z_OK
                    isOutputFull = false
                }
            }
            stream.pointee.next_in = nil
        }
        isAtStart = startsMember
        guard result == Z_OK else { throw Damaged() }
    }
}
