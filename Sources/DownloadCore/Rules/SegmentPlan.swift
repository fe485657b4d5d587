/// Which bytes of a file are there, which are being fetched by whom, and which nobody has yet.
///
/// The segments are in order, disjoint, and cover the file from 0 to its total; only when the total is unknown has the one segment
/// no end. Arithmetic here cannot trap whatever a server says.
public struct SegmentPlan: Sendable, Hashable, Codable {
    /// A range of the file that is filled from its start.
    public struct Segment: Sendable, Hashable, Codable {
        public var start: Int64

        /// The offset behind the last byte; nil while the total is unknown.
        public var end: Int64?

        /// Bytes from `start` that `pwrite` has accepted.
        public var written: Int64 = 0

        /// Bytes from `start` that were on the disk at the last `fdatasync`.
        public var durable: Int64 = 0

        /// The connection that fills it; never stored.
        public internal(set) var owner: ConnectionID?

        public var position: Int64 { start.saturatingAdd(written) }
        public var length: Int64? { end.map { $0.saturatingSubtract(start) } }
        public var remaining: Int64? { end.map { max(0, $0.saturatingSubtract(position)) } }
        public var isComplete: Bool { remaining == 0 }

        private enum CodingKeys: String, CodingKey {
            case start = "s"
            case end = "e"
            case written = "w"
            case durable = "d"
        }
    }

    /// What a connection is to ask for.
    public struct Assignment: Sendable, Hashable {
        public var start: Int64

        /// Nil for everything up to the end of the file.
        public var end: Int64?

        /// Another connection fills this range now and keeps it until the taker's reply has been checked.
        public var isTakeover: Bool
    }

    /// What follows from a taker's good reply.
    public struct Takeover: Sendable, Hashable {
        /// The connection that fetched the range until now; nil when it has ended meanwhile.
        public var from: ConnectionID?

        /// Where that one has to stop.
        public var newEnd: Int64

        /// Bytes that both will have fetched.
        public var overlap: Int64
    }

    public private(set) var total: Int64?
    public private(set) var segments: [Segment]

    /// Where connections want to take over, by taker; not in force before `confirm`.
    private var proposals: [ConnectionID: Int64] = [:]

    private enum CodingKeys: String, CodingKey {
        case total = "t"
        case segments = "g"
    }

    /// A file of which nothing is known.
    public init() {
        segments = [Segment(start: 0)]
    }

    /// A plan from stored parts; nil when they contradict each other.
    public init?(total: Int64?, segments: [Segment]) {
        self.total = total
        self.segments = segments.map { segment in
            var unowned = segment
            unowned.owner = nil
            return unowned
        }
        guard isSound else { return nil }
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let total = try container.decodeIfPresent(Int64.self, forKey: .total)
        let segments = try container.decode([Segment].self, forKey: .segments)
        guard let plan = SegmentPlan(total: total, segments: segments) else {
            throw DecodingError.dataCorruptedError(forKey: .segments, in: container, debugDescription: "the segments contradict each other")
        }
        self = plan
    }

    /// Everything that must be true of a plan at any time.
    public var isSound: Bool {
        guard let first = segments.first, let last = segments.last, first.start == 0, last.end == total else { return false }
        guard total.map({ $0 >= 0 }) ?? true else { return false }
        var owners: Set<ConnectionID> = []
        for (index, segment) in segments.enumerated() {
            guard segment.start >= 0, segment.durable >= 0, segment.durable <= segment.written else { return false }
            if let end = segment.end {
                // An empty file is one empty segment; otherwise empty segments have no reason to be.
                guard end > segment.start || segments.count == 1 && end == 0, segment.written <= end - segment.start else { return false }
            } else if index != segments.count - 1 || segment.start.addingReportingOverflow(segment.written).overflow {
                return false
            }
            if index > 0, segments[index - 1].end != segment.start { return false }
            if let owner = segment.owner, !owners.insert(owner).inserted { return false }
        }
        return true
    }

    /// Bytes of the file that are in the part file.
    public var written: Int64 { segments.reduce(0) { $0.saturatingAdd($1.written) } }
    public var durable: Int64 { segments.reduce(0) { $0.saturatingAdd($1.durable) } }

    /// The length that the part file must have at least.
    public var extent: Int64 { segments.last { $0.written > 0 }?.position ?? 0 }
    public var isComplete: Bool { total != nil && segments.allSatisfy(\.isComplete) }

    // MARK: - What replies tell

    /// Fixes the total of a file whose length was unknown.
    ///
    /// False when it contradicts what is there.
    public mutating func establish(total: Int64) -> Bool {
        if let known = self.total { return known == total }
        guard total >= 0, segments.count == 1, segments[0].written <= total else { return false }
        self.total = total
        segments[0].end = total
        return true
    }

    /// Gives up a total that turned out to be wrong before any byte depended on it.
    public mutating func reset() {
        self = SegmentPlan()
    }

    // MARK: - Connections

    /// What a connection should ask for: a range that nobody fetches, else a part of the one that would be done last.
    ///
    /// - Parameters:
    ///   - connection: one that has no range yet.
    ///   - smallestPiece: no piece shorter than this is split off; in bytes.
    ///   - paces: bytes a second of connections, as far as they are known. Where they are, both parts of a range take the same time; else it is cut in half.
    /// - Returns: nil when there is nothing worth asking for.
    public mutating func assign(_ connection: ConnectionID, smallestPiece: Int64, paces: [ConnectionID: Double] = [:]) -> Assignment? {
        guard isFree(connection) else { return nil }
        if let index = segments.firstIndex(where: { $0.owner == nil && !$0.isComplete }) {
            segments[index].owner = connection
            let segment = segments[index]
            return Assignment(start: segment.position, end: segment.end == total ? nil : segment.end, isTakeover: false)
        }
        // What a new connection can be expected to do.
        let usual = paces.values.filter { $0 > 0 }.max()
        let cuts = segments.compactMap { cut($0, smallestPiece: max(1, smallestPiece), paces: paces, usual: usual) }
        guard let last = cuts.max(by: { $0.time < $1.time }) else { return nil }
        proposals[connection] = last.start
        return Assignment(start: last.start, end: last.end == total ? nil : last.end, isTakeover: true)
    }

    /// Where a running segment can be cut, and how long it would take as it is: in seconds, or in bytes while no pace is known.
    private func cut(
        _ segment: Segment,
        smallestPiece: Int64,
        paces: [ConnectionID: Double],
        usual: Double?
    ) -> (start: Int64, end: Int64, time: Double)? {
        guard let end = segment.end else { return nil }
        let proposed = proposals.values.filter { $0 > segment.position && $0 < end }.min() ?? end
        let remaining = proposed - segment.position
        guard remaining / 2 >= smallestPiece else { return nil }
        // Half of it, rounded up without ever adding to the largest number there is.
        let half = remaining / 2 + remaining % 2
        guard let usual else { return (segment.position + half, proposed, Double(remaining)) }
        let own = segment.owner.flatMap { paces[$0] } ?? usual
        let kept = Int64(clamping: Double(remaining) * (own / (own + usual)))
        return (segment.position + max(1, min(kept, remaining - smallestPiece)), proposed, Double(remaining) / max(own, 1))
    }

    /// Proposes to fetch all that is left of a slow connection's range by another one.
    public mutating func assign(_ connection: ConnectionID, replacing slow: ConnectionID) -> Assignment? {
        guard isFree(connection) else { return nil }
        guard let segment = segments.first(where: { $0.owner == slow }), let end = segment.end, segment.position < end else { return nil }
        guard !proposals.values.contains(where: { $0 >= segment.position && $0 < end }) else { return nil }
        proposals[connection] = segment.position
        return Assignment(start: segment.position, end: end == total ? nil : end, isTakeover: true)
    }

    /// A connection has one range or one proposal, never more.
    private func isFree(_ connection: ConnectionID) -> Bool {
        proposals[connection] == nil && !segments.contains { $0.owner == connection }
    }

    /// Puts a takeover in force after the taker's reply was checked; nil when it had none or nothing is left of it.
    public mutating func confirm(_ taker: ConnectionID) -> Takeover? {
        guard let start = proposals.removeValue(forKey: taker) else { return nil }
        guard let index = segments.firstIndex(where: { $0.start <= start && start < ($0.end ?? .max) }) else { return nil }
        let old = segments[index]
        guard let end = old.end, !old.isComplete else { return nil }
        // Whoever fetched the range may have passed the cut while the reply was on its way: those bytes are there already.
        let passed = max(0, old.position - start)
        if start == old.start {
            segments[index].owner = taker
            return Takeover(from: old.owner, newEnd: start, overlap: passed)
        }
        segments[index].end = start
        segments[index].written = min(old.written, start - old.start)
        segments[index].durable = min(old.durable, start - old.start)
        var taken = Segment(start: start, end: end)
        taken.written = passed
        taken.durable = max(0, min(passed, old.start + old.durable - start))
        taken.owner = taker
        segments.insert(taken, at: index + 1)
        if segments[index].isComplete { segments[index].owner = nil }
        return Takeover(from: old.owner, newEnd: start, overlap: passed)
    }

    /// Records that a connection's bytes reach up to an offset; never moves back, never beyond the segment's end.
    public mutating func advance(_ connection: ConnectionID, to position: Int64) {
        guard let index = segments.firstIndex(where: { $0.owner == connection }) else { return }
        let reached = min(position, segments[index].end ?? .max)
        segments[index].written = max(segments[index].written, reached.saturatingSubtract(segments[index].start))
    }

    /// The range that a connection fills; nil when it has none.
    public func range(of connection: ConnectionID) -> Range<Int64>? {
        guard let segment = segments.first(where: { $0.owner == connection }) else { return nil }
        return segment.start..<max(segment.start, segment.end ?? .max)
    }

    /// Takes its range away from a connection, and forgets what it wanted to take over.
    public mutating func release(_ connection: ConnectionID) {
        proposals[connection] = nil
        guard let index = segments.firstIndex(where: { $0.owner == connection }) else { return }
        segments[index].owner = nil
        merge()
    }

    public mutating func releaseAll() {
        proposals.removeAll()
        for index in segments.indices { segments[index].owner = nil }
        merge()
    }

    // MARK: - The disk

    /// The written lengths, by start, to be handed to `settle` after the sync that was begun now.
    public var mark: [Int64: Int64] {
        Dictionary(segments.map { ($0.start, $0.written) }, uniquingKeysWith: min)
    }

    /// Records that everything in a mark is on the disk.
    public mutating func settle(_ mark: [Int64: Int64]) {
        for index in segments.indices {
            guard let written = mark[segments[index].start] else { continue }
            segments[index].durable = max(segments[index].durable, min(written, segments[index].written))
        }
    }

    /// Trusts only what a sync has confirmed: after a power loss, another mount, or a write error.
    public mutating func fallBackToDurable() {
        for index in segments.indices { segments[index].written = segments[index].durable }
        merge()
    }

    /// Trusts nothing beyond a length, as when the part file was found shorter than it should be.
    public mutating func truncate(to length: Int64) {
        for index in segments.indices {
            let kept = max(0, min(segments[index].written, length.saturatingSubtract(segments[index].start)))
            segments[index].written = kept
            segments[index].durable = min(segments[index].durable, kept)
        }
        merge()
    }

    /// Joins neighbours of which the first is complete and nobody works on either, so that a plan stays short.
    private mutating func merge() {
        var merged: [Segment] = []
        for segment in segments {
            // What the second has on the disk must not be forgotten because the first has not.
            guard let last = merged.last, last.isComplete, last.owner == nil, segment.owner == nil, let length = last.length,
                last.durable == length || segment.durable == 0
            else {
                merged.append(segment)
                continue
            }
            var joined = last
            joined.end = segment.end
            joined.written = length.saturatingAdd(segment.written)
            joined.durable = last.durable == length ? length.saturatingAdd(segment.durable) : last.durable
            merged[merged.count - 1] = joined
        }
        segments = merged
    }
}
