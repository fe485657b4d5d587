import Glibc

/// The bytes of a file that exists only as a seed and a size: any range of it can be made cheaply, at any size.
///
/// The content repeats a pattern of prime length and carries a stamp of its own position every 4 KiB, so that bytes
/// that landed at a wrong offset, twice or not at all never look right.
public struct GeneratedContent: Sendable, Hashable {
    public let seed: UInt64
    public let size: Int64

    public init(seed: UInt64, size: Int64) {
        self.seed = seed
        self.size = size
    }

    private static let period = 65_521
    private static let stampInterval: Int64 = 4096

    /// Fills a buffer with the content from an offset on.
    public func fill(_ buffer: UnsafeMutableRawBufferPointer, at offset: Int64) {
        let pattern = Self.pattern(seed: seed)
        pattern.withUnsafeBytes { source in
            guard let from = source.baseAddress, let to = buffer.baseAddress else { return }
            var filled = 0
            while filled < buffer.count {
                let phase = Int((offset + Int64(filled)) % Int64(Self.period))
                let count = min(Self.period - phase, buffer.count - filled)
                memcpy(to + filled, from + phase, count)
                filled += count
            }
        }
        stamp(buffer, at: offset)
    }

    /// The bytes of a range of the content.
    public func bytes(_ range: Range<Int64>) -> [UInt8] {
        var result = [UInt8](repeating: 0, count: range.count)
        result.withUnsafeMutableBytes { fill($0, at: range.lowerBound) }
        return result
    }

    /// All of its bytes; only for small sizes.
    public var bytes: [UInt8] {
        bytes(0..<size)
    }

    /// The offset of the first byte of a file that is not this content's, or where the shorter of the two ends; nil when they are equal.
    public func firstDifference(fileAt path: String) -> Int64? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return 0 }
        defer { close(descriptor) }
        var found = [UInt8](repeating: 0, count: 1 << 20)
        var expected = found
        var offset: Int64 = 0
        while true {
            let count = found.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
            guard count > 0 else { return offset == size ? nil : offset }
            expected.withUnsafeMutableBytes { fill(UnsafeMutableRawBufferPointer(rebasing: $0[..<count]), at: offset) }
            let usable = Int(min(Int64(count), size - offset))
            let isEqual = found.withUnsafeBytes { left in
                expected.withUnsafeBytes { right in
                    guard let left = left.baseAddress, let right = right.baseAddress else { return true }
                    return memcmp(left, right, usable) == 0
                }
            }
            if !isEqual {
                let index = (0..<usable).first { found[$0] != expected[$0] } ?? usable
                return offset + Int64(index)
            }
            if usable < count { return size }
            offset += Int64(count)
        }
    }

    private func stamp(_ buffer: UnsafeMutableRawBufferPointer, at offset: Int64) {
        var position = offset / Self.stampInterval * Self.stampInterval
        let end = offset + Int64(buffer.count)
        while position < end {
            let value = SeededRandom.mix(seed ^ UInt64(bitPattern: position))
            for byte in 0..<8 {
                let target = position + Int64(byte)
                guard target >= offset, target < end else { continue }
                buffer[Int(target - offset)] = UInt8(truncatingIfNeeded: value >> UInt64(8 * byte))
            }
            position += Self.stampInterval
        }
    }

    private static func pattern(seed: UInt64) -> [UInt8] {
        PatternCache.shared.pattern(seed: seed, count: period)
    }
}
