import DownloadCore
import EventBus
import TestSupport
import Testing

@Suite struct EventBusTests {
    let clocks = ManualClocks()

    func makeBus(capacity: Int = 16) -> EventBus {
        EventBus(capacity: capacity, clocks: clocks, sleep: clocks.sleep(for:))
    }

    static func progress(_ done: Int64) -> Event.Kind {
        .progress(.init(done: done, total: 100, speed: 1, remaining: nil, connections: 1))
    }

    func publish(_ kind: Event.Kind, _ task: Int64, to bus: EventBus) async {
        await bus.publish(kind, task: TaskID(rawValue: task), time: clocks.now().wall)
    }

    @Test func `lifecycle events are numbered without holes and progress repeats the number`() async {
        let bus = makeBus()
        let time = WallTime(seconds: 5)
        let task = TaskID(rawValue: 1)
        let first = await bus.publish(.queued(url: "u"), task: task, time: time)
        let moved = await bus.publish(Self.progress(1), task: task, time: time)
        let second = await bus.publish(.paused, task: task, time: time)
        #expect([first.sequence, moved.sequence, second.sequence] == [1, 1, 2])
        #expect(await bus.lastSequence == 2)
        #expect(first == Event(sequence: 1, time: time, task: task, kind: .queued(url: "u")))
    }

    @Test func `every reader gets every event`() async {
        let bus = makeBus()
        var readers = [await bus.subscribe().makeAsyncIterator(), await bus.subscribe().makeAsyncIterator()]
        await publish(.queued(url: "u"), 1, to: bus)
        await publish(.paused, 1, to: bus)
        for index in readers.indices {
            #expect(await readers[index].next()?.kind == .queued(url: "u"))
            #expect(await readers[index].next()?.kind == .paused)
        }
    }

    @Test func `a slow reader is told which numbers it missed and then goes on`() async {
        let bus = makeBus(capacity: 4)
        var reader = await bus.subscribe().makeAsyncIterator()
        for task in 1...10 { await publish(.paused, Int64(task), to: bus) }
        #expect(await reader.next() == .gap(from: 1, to: 6))
        for task in 7...10 { #expect(await reader.next()?.task == Int64(task)) }
        await publish(.resumed, 3, to: bus)
        #expect(await reader.next()?.kind == .resumed)
    }

    @Test func `only the latest progress of a task is told, in rounds a tenth of a second apart`() async throws {
        let bus = makeBus()
        var reader = await bus.subscribe().makeAsyncIterator()
        for done in 1...1000 { await publish(Self.progress(Int64(done)), 1, to: bus) }
        await publish(Self.progress(5), 2, to: bus)
        #expect(await reader.next()?.kind == Self.progress(1000))
        #expect(await reader.next()?.kind == Self.progress(5))
        await publish(Self.progress(1001), 1, to: bus)
        let (start, clocks) = (clocks.now().instant, clocks)
        async let next = Self.take(reader)
        try await eventually { clocks.sleepers == 1 }
        await publish(Self.progress(1002), 1, to: bus)
        clocks.advance(by: .milliseconds(99))
        #expect(clocks.sleepers == 1)
        clocks.advance(by: .milliseconds(1))
        #expect(await next?.kind == Self.progress(1002))
        #expect(clocks.now().instant.since(start) == .milliseconds(100))
    }

    @Test func `a reader that waits for nothing due has no timer`() async throws {
        let bus = makeBus()
        let reader = await bus.subscribe().makeAsyncIterator()
        async let next = Self.take(reader)
        try await eventually { await bus.waitingReaders == 1 }
        #expect(clocks.sleepers == 0)
        await publish(Self.progress(1), 1, to: bus)
        #expect(await next?.kind == Self.progress(1))
    }

    @Test func `lifecycle events don't wait for the next round of progress`() async throws {
        let bus = makeBus()
        var reader = await bus.subscribe().makeAsyncIterator()
        await publish(Self.progress(1), 1, to: bus)
        _ = await reader.next()
        await publish(Self.progress(2), 1, to: bus)
        let (copy, clocks) = (reader, clocks)
        async let next = Self.take(copy)
        try await eventually { clocks.sleepers == 1 }
        await publish(.paused, 1, to: bus)
        #expect(await next?.kind == .paused)
        clocks.advance(by: .seconds(1))
    }

    @Test func `progress that a lifecycle event has overtaken is never told`() async {
        let bus = makeBus()
        var reader = await bus.subscribe().makeAsyncIterator()
        await publish(Self.progress(1), 1, to: bus)
        await publish(Self.progress(1), 2, to: bus)
        #expect(await reader.next()?.task == 1)
        await publish(.cancelled, 2, to: bus)
        await bus.finish()
        #expect(await reader.next()?.kind == .cancelled)
        #expect(await reader.next() == nil)
    }

    @Test func `a reader without progress gets none`() async {
        let bus = makeBus()
        var reader = await bus.subscribe(includesProgress: false).makeAsyncIterator()
        await publish(Self.progress(1), 1, to: bus)
        await publish(.paused, 1, to: bus)
        await publish(Self.progress(2), 1, to: bus)
        await bus.finish()
        #expect(await reader.next()?.kind == .paused)
        #expect(await reader.next() == nil)
    }

    @Test func `a late reader starts after a number it knows`() async {
        let bus = makeBus(capacity: 4)
        for task in 1...6 { await publish(.paused, Int64(task), to: bus) }
        var late = await bus.subscribe(after: 4).makeAsyncIterator()
        #expect(await late.next()?.task == 5)
        var tooLate = await bus.subscribe(after: 0).makeAsyncIterator()
        #expect(await tooLate.next() == .gap(from: 1, to: 2))
        let history = await bus.events(after: 1)
        #expect(history.missed == 2...2)
        #expect(history.events.map(\.sequence) == [3, 4, 5, 6])
        #expect(await bus.events(after: 6).events.isEmpty)
        #expect(await bus.events(after: .max).events.isEmpty)
    }

    @Test func `a cancelled reader ends and leaves nothing behind`() async throws {
        let bus = makeBus()
        let subscription = await bus.subscribe()
        let reader = Task {
            for await _ in subscription {}
        }
        try await eventually { await bus.waitingReaders == 1 }
        reader.cancel()
        await reader.value
        #expect(await bus.waitingReaders == 0)
    }

    @Test func `finishing ends a waiting reader`() async throws {
        let bus = makeBus()
        let reader = await bus.subscribe().makeAsyncIterator()
        async let next = Self.take(reader)
        try await eventually { await bus.waitingReaders == 1 }
        await bus.finish()
        #expect(await next == nil)
    }

    @Test(arguments: [1, 2, 3] as [UInt64])
    func `readers of any pace see rising numbers with every hole announced`(seed: UInt64) async {
        var random = SeededRandom(seed: seed)
        let bus = makeBus(capacity: 5)
        var readers = [await bus.subscribe().makeAsyncIterator(), await bus.subscribe().makeAsyncIterator()]
        var expected: [UInt64] = [1, 1]
        for step in 0..<500 {
            let task = Int64.random(in: 1...3, using: &random)
            await publish(Bool.random(using: &random) ? Self.progress(Int64(step)) : .paused, task, to: bus)
            await publish(.resumed, task, to: bus)
            let index = Int.random(in: 0...1, using: &random)
            guard Int.random(in: 0..<3, using: &random) == 0 else { continue }
            while expected[index] <= (await bus.lastSequence), let delivery = await readers[index].next() {
                switch delivery {
                case .gap(let from, let to):
                    #expect(from == expected[index])
                    expected[index] = to + 1
                case .event(let event) where event.kind.isProgress:
                    break
                case .event(let event):
                    #expect(event.sequence == expected[index])
                    expected[index] = event.sequence + 1
                }
            }
        }
    }

    private static func take(_ reader: sending Subscription.Iterator) async -> Delivery? {
        var reader = reader
        return await reader.next()
    }
}

extension Delivery {
    fileprivate var event: Event? {
        if case .event(let event) = self { event } else { nil }
    }

    fileprivate var kind: Event.Kind? { event?.kind }
    fileprivate var task: Int64? { event?.task?.rawValue }
}
