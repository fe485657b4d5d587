import Dashboard
import DownloadCore
import Screen
import Testing

struct CursorTests {
    private func list(_ numbers: some Sequence<Int64>) -> [TaskSnapshot] {
        numbers.map { Samples.task($0, "n\($0)", .queued, mib: 1) }
    }

    private func model(at number: Int64) -> Model {
        var model = Samples.empty(80, 24)
        _ = update(&model, .tasks(list(1...10)))
        for _ in 1..<number { _ = update(&model, .key(.down)) }
        return model
    }

    @Test func `the cursor keeps its task when others come, go and move`() {
        var model = model(at: 5)
        _ = update(&model, .tasks(list([5, 9, 12, 13])))
        #expect(model.cursor?.rawValue == 5)
        var tasks = list(1...30)
        for index in tasks.indices where tasks[index].id.rawValue != 5 { tasks[index].state = .running }
        _ = update(&model, .tasks(tasks))
        #expect(model.cursor?.rawValue == 5)
        #expect(view(model).text.contains("> … n5 "))
    }

    @Test(arguments: [(Int64(5), [Int64(5)], Int64(6)), (10, [10], 9), (5, [5, 6, 7], 8), (5, [5, 6, 7, 8, 9, 10], 4), (1, [1], 2)])
    func `after a removal the neighbour has the cursor`(start: Int64, gone: [Int64], expected: Int64) {
        var model = model(at: start)
        _ = update(&model, .tasks(list((1...10).filter { !gone.contains($0) })))
        #expect(model.cursor?.rawValue == expected)
    }

    @Test func `marks of removed tasks go, and an emptied list has no cursor`() {
        var model = model(at: 1)
        _ = update(&model, .key(.character("*")))
        _ = update(&model, .tasks(list([2])))
        #expect(model.marks.map(\.rawValue) == [2])
        _ = update(&model, .tasks([]))
        #expect(model.cursor == nil && model.marks.isEmpty)
        _ = update(&model, .tasks(list([3])))
        #expect(model.cursor?.rawValue == 3)
    }

    @Test func `a block moves only when bytes arrive`() {
        var model = Samples.empty(80, 24)
        func show(_ done: Int64) -> String {
            var task = Samples.task(1, "stream", .running)
            task.done = done
            _ = update(&model, .tasks([task]))
            return view(model).text
        }
        let first = show(10)
        #expect(show(10) == first)
        #expect(show(11) != first)
    }

    @Test func `the clock is needed only while something counts down`() {
        var model = Samples.empty(80, 24)
        _ = update(&model, .tasks(list(1...3)))
        #expect(model.wakeUp == nil)
        _ = update(&model, .notice("hello", isError: false))
        #expect(model.wakeUp == .seconds(1))
        _ = update(&model, .tick(Samples.clock.advanced(by: .seconds(7))))
        #expect(model.toast == nil && model.wakeUp == nil)
        _ = update(&model, .tasks(Samples.tasks))
        #expect(model.wakeUp == .seconds(1))
    }

    @Test func `totals of a list`() {
        let totals = Totals(of: Samples.tasks)
        #expect(abs(totals.rate - 87 * 1_048_576) < 1)
        #expect(totals.isLowerBound)
        #expect(Counts(of: Samples.tasks)[.all] == 21)
        #expect(Counts(of: Samples.tasks)[.active] == 6)
    }
}
