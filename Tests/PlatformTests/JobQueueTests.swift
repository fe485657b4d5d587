import TestSupport
import Testing

@testable import Platform

@Suite struct JobQueueTests {
    @Test func `the higher priority goes first, and equals in the order of arrival`() {
        var lanes = JobLanes<Int>()
        for (job, priority) in [TaskPriority.low, .background, .medium, .high, .medium, .high].enumerated() {
            lanes.append(job, priority: priority.rawValue)
        }
        #expect((0..<6).compactMap { _ in lanes.take() } == [3, 5, 2, 4, 0, 1])
        #expect(lanes.isEmpty && lanes.take() == nil)
    }

    @Test func `no lane waits for ever, and none grows with what went through it`() {
        var lanes = JobLanes<Int>()
        for lane in 0..<3 { lanes.append(lane, priority: [TaskPriority.low, .medium, .high][lane].rawValue) }
        var taken = [0, 0, 0]
        for _ in 0..<100_000 {
            guard let lane = lanes.take() else { break }
            taken[lane] += 1
            // It comes back at once: its lane is never empty.
            lanes.append(lane, priority: [TaskPriority.low, .medium, .high][lane].rawValue)
        }
        #expect(taken[0] >= 6_000 && taken[1] >= 6_000 && taken[2] >= 80_000, "\(taken)")
    }

    @Test(arguments: 0..<20)
    func `a heap gives what is due in the order of time, equals in that of arrival`(seed: Int) {
        var random = SeededRandom(seed: UInt64(seed))
        var heap = DueQueue<Int>()
        var expected: [(due: Int64, job: Int)] = []
        for job in 0..<500 {
            let due = Int64.random(in: 0..<100, using: &random)
            heap.add(job, due: due)
            expected.append((due, job))
            guard job % 3 == 0 else { continue }
            // Some are taken in between.
            expected.sort { ($0.due, $0.job) < ($1.due, $1.job) }
            #expect(heap.earliest == expected[0].due)
            #expect(heap.take(by: expected[0].due - 1) == nil)
            #expect(heap.take(by: expected[0].due) == expected.removeFirst().job)
        }
        expected.sort { ($0.due, $0.job) < ($1.due, $1.job) }
        var taken: [Int] = []
        while let job = heap.take(by: 100) { taken.append(job) }
        #expect(taken == expected.map(\.job))
        #expect(heap.earliest == nil)
    }
}
