import Glibc
import Synchronization
internal import Platform

/// A program on executors of its own: does what its word says and ends with 0, or says on standard error what was not as it should be.
@main
struct SampleTasks {
    /// The thread that `main` began on.
    private static let firstThread = pthread_self()

    private static var isOnFirstThread: Bool { pthread_equal(firstThread, pthread_self()) != 0 }

    static func main() throws {
        _ = firstThread
        let isAlone = ThisProcess.arguments.dropFirst().first == "one"
        try ProgramExecutors.run(on: isAlone ? .one : .several) {
            guard let check = checks[ThisProcess.arguments.first ?? ""] else { Output.exit(2) }
            await check()
            Output.exit(0)
        }
    }

    private static let checks: [String: @MainActor @Sendable () async -> Void] = [
        "many": many, "sleeps": sleeps, "cancelled": cancelled, "starvation": starvation, "main": mainActor, "actors": actors,
        "blocked": blocked, "signal": signal, "idle": idle, "alone": alone,
    ]

    /// Ends the program unless something is so.
    static func expect(_ isSo: Bool, _ what: @autoclosure () -> String) {
        guard !isSo else { return }
        Output.write("sample-tasks: \(what())\n", to: .error)
        Output.exit(1)
    }

    // MARK: - Tasks

    @concurrent private static func many() async {
        let sum = await withTaskGroup(of: Int.self) { group in
            for number in 0..<100_000 {
                group.addTask {
                    await Task.yield()
                    return number
                }
            }
            return await group.reduce(0, +)
        }
        expect(sum == 4_999_950_000, "the sum is \(sum)")
    }

    /// A high task that always comes again must not keep a low one from running, even where all threads are busy with such.
    @concurrent private static func starvation() async {
        let isDone = Flag()
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<32 {
                group.addTask(priority: .high) {
                    while !isDone.isRaised { await Task.yield() }
                }
            }
            group.addTask(priority: .background) { isDone.raise() }
        }
    }

    /// A thread that is held up does not hold up the others.
    @concurrent private static func blocked() async {
        let isDone = Flag()
        await withTaskGroup(of: Void.self) { group in
            group.addTask {
                while !isDone.isRaised { NamedThread.pause(milliseconds: 1) }
            }
            group.addTask {
                try? await Task.sleep(for: .milliseconds(20))
                isDone.raise()
            }
        }
    }

    // MARK: - Time

    @concurrent private static func sleeps() async {
        // A sleep is never short, and thousands at once all end.
        await withTaskGroup(of: Duration.self) { group in
            for number in 0..<5_000 {
                let wanted = Duration.microseconds(number * 37 % 100_000)
                group.addTask { await surplus(wanted, .continuous) }
                group.addTask { await surplus(wanted, .suspending) }
            }
            for await surplus in group { expect(surplus >= .zero, "a sleep was short by \(surplus)") }
        }
        try? await Task.sleep(for: .zero)
        try? await Task.sleep(for: .seconds(-5))
        try? await Task.sleep(nanoseconds: 1)
    }

    @concurrent private static func surplus<C: Clock<Duration>>(_ wanted: Duration, _ clock: C) async -> Duration {
        let start = clock.now
        try? await Task.sleep(until: start.advanced(by: wanted), clock: clock)
        return start.duration(to: clock.now) - wanted
    }

    @concurrent private static func cancelled() async {
        let start = ContinuousClock.now
        let tasks = (0..<100).map { number in
            Task {
                do { try await Task.sleep(for: number == 0 ? .seconds(1 << 40) : .seconds(1_000)) } catch { return true }
                return false
            }
        }
        try? await Task.sleep(for: .milliseconds(20))
        for task in tasks { task.cancel() }
        for task in tasks { expect(await task.value, "a cancelled sleep did not throw") }
        expect(ContinuousClock.now - start < .seconds(100), "cancelled sleeps took their time")
    }

    // MARK: - Isolation

    /// Where there is one thread all is on it, but for actors that have their own, and nothing has to wait for another.
    @MainActor private static func alone() async {
        let begin = ContinuousClock.now
        async let sum = many()
        async let slept: Void = Task.detached { try? await Task.sleep(for: .milliseconds(50)) }.value
        await Task.detached {
            expect(isOnFirstThread, "a detached task runs on another thread")
            assumeMain()
        }.value
        await sum
        _ = await slept
        expect(ContinuousClock.now - begin >= .milliseconds(50), "a sleep was short")
        MainActor.assertIsolated()
    }

    @MainActor private static func mainActor() async {
        expect(isOnFirstThread, "main does not begin on the first thread")
        MainActor.assertIsolated()
        await Task.detached {
            expect(!isOnFirstThread, "a detached task runs on the first thread")
            for _ in 0..<1_000 { await onMain() }
        }.value
        assumeMain()
    }

    private nonisolated static func assumeMain() {
        MainActor.assumeIsolated { expect(isOnFirstThread, "back on another thread") }
    }

    @MainActor private static func onMain() {
        MainActor.assertIsolated()
        expect(isOnFirstThread, "the main actor runs on another thread")
    }

    @concurrent private static func actors() async {
        do {
            let owners: [any Owner] = [Ordinary(), OnThread(try SerialThreadExecutor(name: "owner")), OnLoop(try EventLoop(name: "loop"))]
            for owner in owners {
                await withTaskGroup(of: Void.self) { group in
                    for _ in 0..<1_000 { group.addTask { await owner.count() } }
                }
                let total = await owner.total
                expect(total == 1_000, "\(type(of: owner)) counted \(total)")
            }
        } catch {
            expect(false, error.description)
        }
    }

    // MARK: - The process

    /// A signal that comes while the main thread has nothing to do is still heard.
    @MainActor private static func signal() async {
        let heard = Occasion<Signal>()
        do { try Signals.deliver([.user1]) { heard.happen($0) } } catch { expect(false, error.description) }
        Output.write("ready\n", to: .standard)
        expect(await heard.value() == .user1, "another signal")
    }

    /// Has used everything and now waits for ever.
    @MainActor private static func idle() async {
        await many()
        await sleeps()
        Output.write("ready\n", to: .standard)
        _ = await Occasion<Void>().value()
    }
}

private final class Flag: Sendable {
    private let state = Atomic(false)

    var isRaised: Bool { state.load(ordering: .relaxed) }

    func raise() {
        state.store(true, ordering: .relaxed)
    }
}

/// An actor that counts, and would lose some if two counted at once.
private protocol Owner: Actor {
    var total: Int { get }
    func count()
}

private actor Ordinary: Owner {
    var total = 0

    func count() {
        assertIsolated()
        total += 1
    }
}

private actor OnThread: Owner {
    private let executor: SerialThreadExecutor
    var total = 0

    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    init(_ executor: SerialThreadExecutor) {
        self.executor = executor
    }

    func count() {
        executor.checkIsolated()
        assumeIsolated { $0.total += 1 }
    }
}

private actor OnLoop: Owner {
    private let loop: EventLoop
    var total = 0

    nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

    init(_ loop: EventLoop) {
        self.loop = loop
    }

    func count() {
        loop.checkIsolated()
        assumeIsolated { $0.total += 1 }
    }
}
