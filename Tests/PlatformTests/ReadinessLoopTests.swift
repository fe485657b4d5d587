import Glibc
import Platform
import Synchronization
import TestSupport
import Testing

@Suite struct ReadinessLoopTests {
    @Test func `alarms come in their order, and cancelled ones never`() async throws {
        let loop = try ReadinessLoop(name: "test")
        let heard = Guard<[Int]>([])
        let done = Occasion<Void>()
        loop.after(.milliseconds(40)) {
            heard.change { $0.append(2) }
            done.happen(())
        }
        let dropped = loop.after(.milliseconds(20)) { heard.change { $0.append(9) } }
        loop.after(.milliseconds(-5)) { heard.change { $0.append(1) } }
        loop.cancel(dropped)
        _ = await done.value()
        #expect(heard.value == [1, 2])
        loop.stop()
        loop.after(.zero) { heard.change { $0.append(3) } }
        #expect(heard.value == [1, 2])
    }

    @Test func `a watch tells what it is wanted for and nothing after its end`() async throws {
        let folder = try TemporaryFolder()
        let loop = try ReadinessLoop(name: "test")
        let listener = try UnixListener(path: folder.path + "/s")
        let count = Guard(0)
        let watch = loop.watch(listener.rawValue) { _ in
            _ = try? listener.accept()
            count.change { $0 += 1 }
        }
        let first = try UnixSocket.connect(folder.path + "/s")
        loop.want(.read, of: watch)
        try await eventually("the connection is seen") { count.value == 1 }
        loop.remove(watch)
        let second = try UnixSocket.connect(folder.path + "/s")
        let turn = Occasion<Void>()
        loop.after(.milliseconds(1)) { turn.happen(()) }
        _ = await turn.value()
        #expect(count.value == 1)
        _ = (first.rawValue, second.rawValue)
        loop.stop()
    }

    @Test func `a folder's news are told, and the end of the folder`() async throws {
        let folder = try TemporaryFolder()
        try folder.directory.makeDirectory("f")
        let path = folder.path + "/f"
        let loop = try ReadinessLoop(name: "test")
        let count = Guard(0)
        let watch = try FolderWatch(path, on: loop) { count.change { $0 += 1 } }
        // Nothing holds the folder open, or its end would not be one.
        _ = try Directory.open(path).openFile("a", .write, creation: .exclusive)
        try await eventually("a new name") { count.value == 1 }
        try Directory.open(path).renameReplacing("a", to: "b", in: folder.directory)
        try await eventually("a name gone") { count.value == 2 }
        try folder.directory.removeDirectory("f")
        try await eventually("the folder gone") { count.value >= 3 }
        withExtendedLifetime(watch) {}
        #expect(throws: SystemError.self) { try FolderWatch(path, on: loop) {} }
        loop.stop()
    }

    @Test func `many folders are watched with one instance, and contents where they were asked for`() async throws {
        let folder = try TemporaryFolder()
        let loop = try ReadinessLoop(name: "test")
        let count = Guard(0)
        let before = instances()
        let watch = try FolderWatch(on: loop) { count.change { $0 += 1 } }
        for number in 0..<40 {
            try folder.directory.makeDirectory("f\(number)")
            try watch.add(folder.path + "/f\(number)", includingContents: number == 7)
        }
        // Others may run at the same time.
        #expect(instances() < before + 10)
        func write(into number: Int) throws {
            try Directory.open(folder.path + "/f\(number)").openFile("a", .write, creation: .ifMissing).close()
        }
        try write(into: 7)
        try await eventually("a name and its contents") { count.value >= 1 }
        let known = count.value
        try write(into: 7)
        try await eventually("written in place") { count.value > known }
        #expect(throws: SystemError.self) { try watch.add(folder.path + "/none") }
        watch.removeAll()
        let last = count.value
        let other = try FolderWatch(folder.path + "/f3", on: loop) { count.change { $0 += 100 } }
        try write(into: 7)
        try write(into: 3)
        // In the order of the loop: what the first could have told of its folder would be there by then.
        try await eventually("the other one") { count.value >= last + 100 }
        #expect(count.value % 100 == last % 100)
        withExtendedLifetime(other) {}
        loop.stop()
    }

    @Test func `one that watches anew after each change does not take that for a change`() async throws {
        let folder = try TemporaryFolder()
        let path = folder.path
        let loop = try ReadinessLoop(name: "test")
        let count = Guard(0)
        let watch = Guard<FolderWatch?>(nil)
        let made = try FolderWatch(on: loop) {
            watch.value?.removeAll()
            try? watch.value?.add(path)
            count.change { $0 += 1 }
        }
        watch.change { $0 = made }
        try made.add(path)
        for number in 1...5 {
            try folder.directory.makeDirectory("f\(number)")
            try await eventually("change \(number)") { count.value >= number }
        }
        // Behind what the loop has still to tell of the first.
        let heard = Guard(false)
        let other = try FolderWatch(path, on: loop) { heard.change { $0 = true } }
        try folder.directory.makeDirectory("last")
        try await eventually("the other one") { heard.value && count.value >= 6 }
        #expect(count.value == 6)
        watch.change { $0 = nil }
        withExtendedLifetime(other) {}
        loop.stop()
    }

    /// How many instances this process has.
    private func instances() -> Int {
        let names = (try? Directory.open("/proc/self/fd").names()) ?? []
        return names.count { name in
            var buffer = [CChar](repeating: 0, count: 64)
            let length = readlink("/proc/self/fd/" + name, &buffer, buffer.count)
            return length > 0 && String(decoding: buffer.prefix(length).map(UInt8.init(bitPattern:)), as: UTF8.self).hasSuffix("inotify")
        }
    }

    @Test func `an occasion is for all who wait, and for those who come late`() async {
        let occasion = Occasion<Int>()
        async let first = occasion.value()
        async let second = occasion.value()
        let given = Task { await occasion.value() }
        given.cancel()
        #expect(await given.value == nil)
        occasion.happen(1)
        occasion.happen(2)
        #expect(await [first, second] == [1, 1])
        #expect(await occasion.value() == 1)
    }

    final class Guard<Value: Sendable>: Sendable {
        private let state: Mutex<Value>

        init(_ value: Value) {
            state = Mutex(value)
        }

        var value: Value { state.withLock { $0 } }

        func change(_ body: (inout sending Value) -> Void) {
            state.withLock { body(&$0) }
        }
    }
}
