/// The patterns of generated contents, each computed once.
final class PatternCache: Sendable {
    static let shared = PatternCache()

    private let patterns = Guarded<[UInt64: [UInt8]]>([:])

    func pattern(seed: UInt64, count: Int) -> [UInt8] {
        patterns.withLock { patterns in
            if let known = patterns[seed] { return known }
            // A soak test may use thousands of seeds: what is dropped here is only computed again.
            if patterns.count >= 256 { patterns.removeAll() }
            var random = SeededRandom(seed: seed)
            var bytes: [UInt8] = []
            bytes.reserveCapacity(count + 8)
            while bytes.count < count {
                let word = random.next()
                for byte in 0..<8 { bytes.append(UInt8(truncatingIfNeeded: word >> UInt64(8 * byte))) }
            }
            bytes.removeLast(bytes.count - count)
            patterns[seed] = bytes
            return bytes
        }
    }
}
