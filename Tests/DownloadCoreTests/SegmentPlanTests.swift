import FoundationEssentials
import Testing

@testable import DownloadCore

@Suite struct SegmentPlanTests {
    private let first = ConnectionID(rawValue: 1)
    private let second = ConnectionID(rawValue: 2)
    private let third = ConnectionID(rawValue: 3)

    private func plan(_ total: Int64) -> SegmentPlan {
        var plan = SegmentPlan()
        #expect(plan.establish(total: total) == true)
        return plan
    }

    @Test func `the first connection gets everything, the second the upper half`() {
        var plan = plan(1000)
        #expect(plan.assign(first, smallestPiece: 1) == .init(start: 0, end: nil, isTakeover: false))
        plan.advance(first, to: 200)
        #expect(plan.assign(second, smallestPiece: 1) == .init(start: 600, end: nil, isTakeover: true))
        #expect(plan.range(of: first) == 0..<1000)
        #expect(plan.confirm(second) == .init(from: first, newEnd: 600, overlap: 0))
        #expect(plan.range(of: first) == 0..<600)
        #expect(plan.range(of: second) == 600..<1000)
        #expect(plan.assign(third, smallestPiece: 1) == .init(start: 400, end: 600, isTakeover: true))
    }

    @Test func `what was fetched beyond the cut meanwhile stays`() {
        var plan = plan(1000)
        _ = plan.assign(first, smallestPiece: 1)
        _ = plan.assign(second, smallestPiece: 1)
        plan.advance(first, to: 700)
        plan.settle(plan.mark)
        #expect(plan.confirm(second) == .init(from: first, newEnd: 500, overlap: 200))
        #expect(plan.written == 700)
        #expect(plan.durable == 700)
    }

    @Test func `a takeover that nobody needs any more is none`() {
        var plan = plan(1000)
        _ = plan.assign(first, smallestPiece: 1)
        _ = plan.assign(second, smallestPiece: 1)
        plan.advance(first, to: 1000)
        #expect(plan.confirm(second) == nil)
        #expect(plan.confirm(third) == nil)
        #expect(plan.isComplete)
    }

    @Test func `what a connection leaves is given away before anything is split`() {
        var plan = plan(1000)
        _ = plan.assign(first, smallestPiece: 1)
        _ = plan.assign(second, smallestPiece: 1)
        _ = plan.confirm(second)
        plan.advance(second, to: 600)
        plan.release(second)
        #expect(plan.assign(third, smallestPiece: 1) == .init(start: 600, end: nil, isTakeover: false))
    }

    @Test func `a slow connection's rest is taken over as a whole, once`() {
        var plan = plan(1000)
        _ = plan.assign(first, smallestPiece: 1)
        plan.advance(first, to: 900)
        #expect(plan.assign(second, replacing: first) == .init(start: 900, end: nil, isTakeover: true))
        #expect(plan.assign(third, replacing: first) == nil)
        plan.advance(first, to: 950)
        #expect(plan.confirm(second) == .init(from: first, newEnd: 900, overlap: 50))
        #expect(plan.range(of: second) == 900..<1000)
        #expect(plan.written == 950)
    }

    @Test func `one connection never has two ranges`() {
        var plan = plan(1000)
        _ = plan.assign(first, smallestPiece: 1)
        #expect(plan.assign(first, smallestPiece: 1) == nil)
        _ = plan.assign(second, smallestPiece: 1)
        #expect(plan.assign(second, smallestPiece: 1) == nil)
        #expect(plan.assign(second, replacing: first) == nil)
    }

    @Test(arguments: [(0, true), (-1, false), (99, false), (100, true), (.max, true)] as [(Int64, Bool)])
    func `a length is taken once, and only if it holds what is there`(total: Int64, isTaken: Bool) {
        var plan = SegmentPlan()
        _ = plan.assign(first, smallestPiece: 1)
        if total != 0 { plan.advance(first, to: 100) }
        #expect(plan.establish(total: total) == isTaken)
        #expect(plan.isSound)
        guard isTaken else { return }
        #expect(plan.establish(total: total) == true)
        let isTakenTwice = plan.establish(total: total == 100 ? 101 : 100)
        #expect(!isTakenTwice)
    }

    @Test func `an empty file is complete, one of unknown length is not`() {
        #expect(plan(0).isComplete)
        #expect(!SegmentPlan().isComplete)
        var empty = plan(0)
        #expect(empty.assign(first, smallestPiece: 1) == nil)
    }

    @Test(arguments: [.max, .max - 1, 1, 2] as [Int64])
    func `extreme lengths and offsets are no trap`(total: Int64) {
        var plan = plan(total)
        for number in 0..<70 {
            let id = ConnectionID(rawValue: Int64(number))
            guard plan.assign(id, smallestPiece: number % 2 == 0 ? 1 : .min) != nil else { continue }
            _ = plan.confirm(id)
            plan.advance(id, to: [Int64.max, .min, -1, 0, total / 2][number % 5])
            #expect(plan.isSound)
        }
        plan.truncate(to: .min)
        #expect(plan.written == 0)
        plan.settle([0: .max, .min: .max, .max: .min])
        plan.releaseAll()
        #expect(plan.isSound)
    }

    @Test func `bytes beyond the end are not counted`() {
        var plan = plan(100)
        _ = plan.assign(first, smallestPiece: 1)
        plan.advance(first, to: .max)
        #expect(plan.written == 100)
    }

    @Test func `what a later stretch has on the disk is not forgotten when stretches are joined`() throws {
        var lower = SegmentPlan.Segment(start: 0, end: 100)
        (lower.written, lower.durable) = (100, 10)
        var upper = SegmentPlan.Segment(start: 100, end: 1000)
        (upper.written, upper.durable) = (500, 500)
        var plan = try #require(SegmentPlan(total: 1000, segments: [lower, upper]))
        plan.releaseAll()
        #expect(plan.durable == 510)
        plan.fallBackToDurable()
        #expect(plan.written == 510)
    }

    @Test(arguments: [
        "{}", "[]", "{\"g\":[]}", "{\"t\":10,\"g\":[]}", "{\"t\":10,\"g\":[{\"s\":1,\"e\":10,\"w\":0,\"d\":0}]}",
        "{\"t\":10,\"g\":[{\"s\":0,\"e\":9,\"w\":0,\"d\":0}]}", "{\"t\":10,\"g\":[{\"s\":0,\"e\":10,\"w\":11,\"d\":0}]}",
        "{\"t\":10,\"g\":[{\"s\":0,\"e\":10,\"w\":5,\"d\":6}]}", "{\"t\":10,\"g\":[{\"s\":0,\"e\":10,\"w\":-1,\"d\":-1}]}",
        "{\"t\":10,\"g\":[{\"s\":0,\"w\":0,\"d\":0}]}", "{\"g\":[{\"s\":0,\"e\":10,\"w\":0,\"d\":0}]}",
        "{\"t\":-10,\"g\":[{\"s\":0,\"e\":-10,\"w\":0,\"d\":0}]}",
        "{\"t\":10,\"g\":[{\"s\":0,\"e\":6,\"w\":0,\"d\":0},{\"s\":5,\"e\":10,\"w\":0,\"d\":0}]}",
        "{\"t\":10,\"g\":[{\"s\":0,\"e\":4,\"w\":0,\"d\":0},{\"s\":5,\"e\":10,\"w\":0,\"d\":0}]}",
        "{\"t\":10,\"g\":[{\"s\":0,\"e\":0,\"w\":0,\"d\":0},{\"s\":0,\"e\":10,\"w\":0,\"d\":0}]}",
        "{\"t\":10,\"g\":[{\"s\":0,\"w\":5,\"d\":0},{\"s\":5,\"e\":10,\"w\":0,\"d\":0}]}",
        "{\"t\":9223372036854775807,\"g\":[{\"s\":-9223372036854775808,\"e\":9223372036854775807,\"w\":0,\"d\":0}]}",
        "{\"g\":[{\"s\":0,\"w\":99999999999999999999,\"d\":0}]}", "{\"t\":1e400,\"g\":[{\"s\":0,\"e\":1,\"w\":0,\"d\":0}]}",
    ])
    func `a stored plan that contradicts itself is refused`(json: String) {
        #expect(throws: (any Error).self) { try JSONDecoder().decode(SegmentPlan.self, from: Data(json.utf8)) }
    }

    @Test(arguments: [(.min, .max, .max), (.max, .min, .max), (.min, .min, .min), (0, .max, -1)] as [(Int64, Int64, Int64)])
    func `a piece of garbage is no trap before it is refused`(start: Int64, end: Int64, written: Int64) {
        var segment = SegmentPlan.Segment(start: start, end: end)
        segment.written = written
        _ = (segment.length, segment.remaining, segment.position, segment.isComplete)
        #expect(SegmentPlan(total: end, segments: [segment]) == nil)
    }
}
