/// A part file of which only is known which version of the file each byte is of.
struct PaintedFile {
    private(set) var stretches: [(range: Range<Int64>, version: Int)] = []

    var length: Int64 { stretches.last?.range.upperBound ?? 0 }

    mutating func paint(_ range: Range<Int64>, _ version: Int) {
        guard !range.isEmpty else { return }
        var next: [(range: Range<Int64>, version: Int)] = []
        for (old, kept) in stretches {
            let lower = old.lowerBound..<max(old.lowerBound, min(old.upperBound, range.lowerBound))
            let upper = min(old.upperBound, max(old.lowerBound, range.upperBound))..<old.upperBound
            if !lower.isEmpty { next.append((lower, kept)) }
            if !upper.isEmpty { next.append((upper, kept)) }
        }
        next.append((range, version))
        stretches = next.sorted { $0.range.lowerBound < $1.range.lowerBound }
    }

    mutating func truncate(to length: Int64) {
        stretches = stretches.compactMap { stretch in
            let upper = min(stretch.range.upperBound, length)
            return upper > stretch.range.lowerBound ? (stretch.range.lowerBound..<upper, stretch.version) : nil
        }
    }

    /// The one version that all bytes up to a length are of; nil for holes and mixtures.
    func version(upTo length: Int64) -> Int? {
        var position: Int64 = 0
        for stretch in stretches where position < length {
            guard stretch.range.lowerBound == position, stretch.version == stretches.first?.version else { return nil }
            position = stretch.range.upperBound
        }
        return position >= length ? stretches.first?.version : nil
    }
}
