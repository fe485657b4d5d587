import Platform
import Testing
import TestSupport

private actor Counter {
    private let executor: SerialThreadExecutor
    private var value = 0

    nonisolated var unownedExecutor: UnownedSerialExecutor {
        executor.asUnownedSerialExecutor()
    }

    init(_ executor: SerialThreadExecutor) {
        self.executor = executor
    }

    func increment() -> Int {
        let read = value
        value = read + 1
        return value
    }

    func isOnItsThread() -> Bool {
        executor.isIsolatingCurrentContext() ?? false
    }
}

@Suite struct SerialThreadExecutorTests {
    @Test func `calls from many tasks run one after the other on the thread`() async throws {
        let executor = try SerialThreadExecutor(name: "counter")
        let counter = Counter(executor)
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<1_000 {
                group.addTask { _ = await counter.increment() }
            }
        }
        #expect(await counter.increment() == 1_001)
        #expect(await counter.isOnItsThread())
        #expect(executor.isIsolatingCurrentContext() == false)
        executor.stop()
    }

    @Test func `a call after the stop still returns`() async throws {
        let executor = try SerialThreadExecutor(name: "stopped")
        let counter = Counter(executor)
        _ = await counter.increment()
        executor.stop()
        executor.stop()
        #expect(await counter.increment() == 2)
        #expect(await counter.increment() == 3)
    }

    @Test func `an executor may go without being stopped`() async throws {
        for _ in 0..<200 {
            let counter = Counter(try SerialThreadExecutor(name: "short-lived"))
            #expect(await counter.increment() == 1)
        }
    }
}
