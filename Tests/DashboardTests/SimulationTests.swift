import Dashboard
import DownloadCore
import Testing

struct SimulationTests {
    private func after(_ seconds: Int, _ change: (inout Simulation) -> Void = { _ in }) -> Simulation {
        var simulation = Simulation(now: Samples.clock)
        change(&simulation)
        for step in 1...max(1, seconds * 4) {
            simulation.advance(to: Samples.clock.advanced(by: .milliseconds(250 * step)))
        }
        return simulation
    }

    @Test func `it is the same every time, and moves`() {
        let (first, second) = (after(60), after(60))
        #expect(first.tasks == second.tasks && first.isMoving)
        #expect(
            first.tasks.count { $0.state.kind == .finished } > Simulation(now: Samples.clock).tasks.count { $0.state.kind == .finished }
        )
        #expect(first.tasks.count { $0.state.isActive } <= 6)
    }

    @Test func `it has every tab`() {
        let counts = Counts(of: after(3).tasks)
        #expect(Tab.allCases.allSatisfy { counts[$0] > 0 })
    }

    @Test func `it comes to rest`() {
        let simulation = after(1) { $0.pause($0.tasks.map(\.id)) }
        #expect(!simulation.isMoving && simulation.tasks.allSatisfy { $0.speed == nil })
    }

    @Test func `limits hold`() {
        let simulation = after(20) { $0.limit(1_000_000) }
        #expect(Totals(of: simulation.tasks).rate < 1_200_000)
    }

    @Test func `commands do what they say`() {
        let ids = [TaskID(rawValue: 1)]
        #expect(after(1) { $0.cancel(ids) }.tasks[0].state == .cancelled)
        #expect(after(1) { $0.remove(ids) }.tasks[0].id == TaskID(rawValue: 2))
        #expect(after(1) { $0.add([DownloadRequest(urls: ["https://e.org/x.iso"])]) }.tasks.last?.name == "x.iso")
        var queue = Simulation(now: Samples.clock)
        guard let second = queue.tasks.first(where: { $0.queuePosition == 2 })?.id else {
            Issue.record("nothing waits")
            return
        }
        queue.move(second, isUp: true)
        #expect(queue.tasks.first { $0.id == second }?.queuePosition == 1)
        #expect(queue.details(ids[0])?.task.pieces.isEmpty == false)
    }
}
