import Testing

@testable import DownloadCore

/// What the rules for connections make of links of every kind; times are simulated, and compared with the best that there is.
@Suite struct SegmentSimulationTests {
    private func run(_ model: LinkModel, lesson: ConnectionRamp.Lesson? = nil) -> LinkSimulator.Outcome {
        let outcome = LinkSimulator.run(model, lesson: lesson)
        let figures = "\(tenths(outcome.seconds)) s, the optimum is \(tenths(model.optimum)) s"
        let counts = "\(outcome.mostConnections) connections at most, \(outcome.requests) requests, \(outcome.refusals) refused"
        print("simulated: \(model.name): \(figures); \(counts)")
        return outcome
    }

    private func tenths(_ seconds: Double) -> Double { (seconds * 100).rounded() / 100 }

    @Test(arguments: [LinkModel.capped, .distant, .both, .sharedAndDistant])
    func `it takes at most a quarter longer than the best there is`(model: LinkModel) {
        let outcome = run(model)
        #expect(outcome.seconds <= model.optimum * 1.25)
        #expect(Double(outcome.sent) <= Double(model.size) * 1.01)
    }

    @Test(arguments: [LinkModel.shared, .sharedAndDistant])
    func `where more bring nothing there are soon no more`(model: LinkModel) {
        let outcome = run(model)
        #expect(outcome.seconds <= model.optimum * 1.05)
        #expect(outcome.mostConnections <= 8)
        // Only now and then a single one is tried again.
        let early = outcome.connections.prefix(4).max() ?? 0
        #expect(outcome.connections.dropFirst(4).allSatisfy { $0 <= early + 1 })
        #expect(outcome.requests <= 16)
    }

    @Test func `where the line is full, it is filled and no more`() {
        let outcome = run(.both)
        #expect((4...8).contains(outcome.mostConnections))
    }

    @Test(arguments: [LinkModel.straggling, .stalling])
    func `nobody waits for a connection that crawls or stalls`(model: LinkModel) {
        let outcome = run(model)
        // With equal pieces that are never taken over, as aria2c has them, it is 8.8 s.
        #expect(outcome.seconds <= 0.6 * 8.8)
        #expect(outcome.mostConnections <= model.connections)
    }

    @Test(arguments: LinkModel.Refusal.allCases, [1, 2])
    func `what a server refuses is not asked for again and again`(refusal: LinkModel.Refusal, count: Int) {
        let model = LinkModel.limited(count, refusal)
        let outcome = run(model)
        #expect(outcome.seconds <= model.optimum * 1.15)
        #expect(outcome.mostConnections <= count)
        #expect(outcome.refusals <= 4)
        #expect(outcome.lesson?.connections ?? 0 <= count)
    }

    @Test func `the next task of a host begins with what this one has learned`() throws {
        let first = run(.capped)
        let lesson = try #require(first.lesson)
        #expect(lesson.connections == 16 && !lesson.isFull)
        let next = run(.capped, lesson: lesson)
        #expect(next.seconds <= LinkModel.capped.optimum * 1.06)
        #expect(next.seconds < first.seconds)
        let full = run(.shared, lesson: run(.shared).lesson)
        #expect(full.opened.count { $0.at < 4 } == 1)
    }

    @Test func `a connection that crawls is not left the last piece`() {
        var model = LinkModel.straggling
        for size in stride(from: 20 << 20, through: 200 << 20, by: 9 << 20) as StrideThrough<Int64> {
            model.size = size
            let outcome = LinkSimulator.run(model)
            // Three that run; a look takes two seconds, and a piece may be found only after another one.
            let ideal = Double(size) / 36_000_000
            #expect(outcome.seconds <= ideal * 1.25 + 2.5, "\(size) bytes took \(outcome.seconds) s, the ideal is \(ideal) s")
        }
    }
}
