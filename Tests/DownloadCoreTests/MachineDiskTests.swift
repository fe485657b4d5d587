import Testing

@testable import DownloadCore

@Suite struct MachineDiskTests {
    private typealias Bench = MachineBench
    private let total = MachineBench.total

    private func synced(_ bench: inout MachineBench) {
        bench.report(.synced(generation: bench.record.generation, mark: bench.record.plan.mark))
    }

    @Test(arguments: [true, false])
    func `a full disk waits or fails, as it was asked for`(waits: Bool) {
        var bench = Bench { $0.waitsForDisk = waits }
        bench.run(to: 40)
        synced(&bench)
        bench.bytes(1, to: 60)
        bench.end(1, at: 60, .failed(Failure(.diskFull, "no space")))
        #expect(bench.state == (waits ? .waiting : .failed))
        #expect(bench.wait?.reason == (waits ? .diskFull : nil))
        #expect(bench.record.plan.written == 40)
    }

    @Test(arguments: [true, false])
    func `a task whose folder has gone hears of it while it runs`(waits: Bool) {
        var bench = Bench { $0.waitsForDisk = waits }
        bench.run(to: 40)
        var gone = Failure(.openFile, "gone", isResumable: true)
        gone.isDirectoryMissing = true
        bench.report(.partLost(attempt: bench.attempt - 1, gone))
        #expect(bench.state == .running)
        bench.report(.partLost(attempt: bench.attempt, gone))
        #expect(bench.state == (waits ? .waiting : .failed))
        #expect(bench.wait?.reason == (waits ? .directoryMissing : nil))
        #expect(bench.machine.diskReason == (waits ? .directoryMissing : nil))
        #expect(bench.machine.diskDetail == (waits ? "gone" : nil))
        bench.later(.seconds(5))
        bench.report(.wake)
        #expect(bench.machine.diskReason == (waits ? .directoryMissing : nil), "it looks whether it is back")
    }

    @Test(arguments: [true, false])
    func `a file that cannot fit ends or waits before its first byte, and the server is not asked again until it can`(waits: Bool) {
        let small = PartRoom(free: total - 1, longest: total - 1)
        var bench = Bench { $0.waitsForDisk = waits }
        bench.report(.start)
        bench.report(.partReady(attempt: 1, length: 0, room: small))
        #expect(bench.orders.map(\.room) == [total - 1])
        bench.reply(1, .noRoom(Bench.found(), room: total - 1))
        guard waits else {
            #expect(bench.failure?.code == .diskFull)
            #expect(bench.failure?.detail == "\(total) bytes are needed and there is room for \(total - 1)")
            #expect(bench.actions.last == .discardPart(generation: nil))
            return
        }
        #expect(bench.wait?.reason == .diskFull)
        #expect(bench.told.count == 1)
        #expect(!bench.machine.isDiskWaiter, "others may fit")
        for _ in 0..<3 {
            bench.later(.seconds(5))
            bench.report(.wake)
            bench.report(.start)
            bench.report(.partReady(attempt: bench.attempt, length: 0, room: small))
            // It looks, asks nobody, and has said what it waits for.
            #expect(bench.orders.isEmpty && bench.told.isEmpty)
            #expect(bench.wait?.reason == .diskFull)
        }
        bench.later(.seconds(5))
        bench.report(.wake)
        bench.report(.start)
        bench.report(.partReady(attempt: bench.attempt, length: 0, room: PartRoom(free: total, longest: total)))
        #expect(bench.orders.map(\.asked) == [.whole])
    }

    @Test func `a full disk holds for every task, and is asked instead of the server`() {
        var bench = Bench { $0.waitsForDisk = true }
        bench.run(to: 40)
        synced(&bench)
        bench.end(1, at: 40, .failed(Failure(.diskFull, "no space")))
        #expect(bench.machine.isDiskWaiter)
        bench.later(.seconds(5))
        bench.report(.wake)
        bench.report(.start)
        #expect(bench.machine.isDiskWaiter, "it looks just now")
        bench.report(.partReady(attempt: 2, length: 40, room: PartRoom(free: 0, longest: .max)))
        #expect(bench.orders.isEmpty && bench.wait?.reason == .diskFull && bench.told.isEmpty)
        bench.later(.seconds(5))
        bench.report(.wake)
        bench.report(.start)
        bench.report(.partReady(attempt: 3, length: 40, room: PartRoom(free: .max, longest: .max)))
        #expect(bench.orders.map(\.asked) == [.range(start: 40, end: nil)])
        bench.reply(2, Bench.write(40))
        #expect(!bench.machine.isDiskWaiter)
        // A pause, or a failure of another kind, gives the way free as well.
        #expect(bench.state == .running)
    }

    @Test func `a part file that somebody replaced or changed is no start for the rest`() throws {
        let stored = TaskRecord.StoredPart(bootID: "b", device: 1, inode: 10)
        let cases: [(found: TaskRecord.StoredPart, isGood: Bool, next: Int64)] = [
            (.init(bootID: "b", device: 1, inode: 10, modified: 5), true, 40),
            (.init(bootID: "b", device: 1, inode: 11, modified: 5), false, 0),
            (.init(bootID: "b", device: 1, inode: 10, modified: 6), false, 0),
            // Numbers of devices and files are of one boot and one mount; after another one only what was synced is certain.
            (.init(bootID: "c", device: 1, inode: 11, modified: 6), true, 30),
            (.init(bootID: "b", device: 2, inode: 11, modified: 6), true, 30),
        ]
        for (found, isGood, next) in cases {
            var bench = Bench()
            bench.report(.start)
            bench.report(.partReady(attempt: 1, length: 0, stored: stored))
            bench.reply(1, Bench.write(0))
            bench.bytes(1, to: 30)
            bench.report(.synced(generation: 0, mark: bench.record.plan.mark))
            bench.bytes(1, to: 40)
            try bench.command(.pause)
            bench.report(.partLeft(attempt: 1, generation: 0, modified: 5))
            #expect(bench.record.part?.modified == 5)
            try bench.command(.resume)
            bench.report(.start)
            bench.report(.partReady(attempt: 2, length: 40, stored: found))
            #expect(bench.record.generation == (isGood ? 0 : 1))
            #expect(bench.orders.map(\.asked) == (isGood ? [.range(start: next, end: nil)] : []))
            #expect(bench.told.isEmpty == isGood)
            // While it is written to, its time says nothing.
            #expect(bench.record.part?.modified == nil)
        }
    }

    @Test func `after a crash the time of a part file says nothing`() {
        var bench = Bench()
        bench.report(.start)
        bench.report(.partReady(attempt: 1, length: 0, stored: .init(bootID: "b", device: 1, inode: 10, modified: 3)))
        bench.reply(1, Bench.write(0))
        bench.bytes(1, to: 40)
        let old = bench.record
        bench.machine = TaskStateMachine(recovering: old, trust: .written)
        bench.report(.start)
        bench.report(.partReady(attempt: 2, length: 40, stored: .init(bootID: "b", device: 1, inode: 10, modified: 9)))
        #expect(bench.orders.map(\.asked) == [.range(start: 40, end: nil)])
    }

    @Test func `after a write error late reports do not bring doubtful bytes back`() {
        var bench = Bench()
        bench.run(to: 10 * MachineBench.megabyte)
        synced(&bench)
        bench.report(.tick(allowance: 2))
        bench.later(.seconds(1))
        bench.bytes(1, to: 11 * MachineBench.megabyte)
        bench.report(.tick(allowance: 2))
        #expect(bench.machine.connectionCount == 2)
        bench.bytes(1, to: 20 * MachineBench.megabyte)
        bench.end(1, at: 20 * MachineBench.megabyte, .failed(Failure(.writeFile, "input/output error")))
        bench.bytes(1, to: 30 * MachineBench.megabyte)
        bench.end(2, at: 60 * MachineBench.megabyte, .stopped)
        #expect(bench.record.plan.written == 10 * MachineBench.megabyte)
        #expect(bench.failure?.code == .writeFile)
    }

    @Test(arguments: [Failure.Code.createFile, .openFile, .createFolder, .diskFull])
    func `a file that cannot be published is not fetched again`(code: Failure.Code) throws {
        var bench = Bench()
        bench.run(to: total)
        bench.end(1, at: total)
        bench.report(.publishFailed(attempt: 1, Failure(code, "no")))
        #expect(bench.failure?.code == code)
        #expect(bench.record.plan.isComplete)
        try bench.command(.retry)
        bench.start()
        #expect(bench.actions == [.publish(generation: 0, size: total)])
    }

    @Test(arguments: [true, false])
    func `the folder of a rule that cannot be used is waited for by its own tasks alone`(waits: Bool) {
        var bench = Bench { $0.waitsForDisk = waits }
        bench.run(to: total)
        bench.end(1, at: total)
        var unusable = Failure(.createFolder, "no", isResumable: true)
        (unusable.isDirectoryMissing, unusable.isFolderOfRule) = (true, true)
        bench.report(.publishFailed(attempt: 1, unusable))
        #expect(bench.failure?.code == (waits ? nil : .createFolder))
        guard waits else { return }
        #expect(bench.wait?.reason == .directoryMissing)
        #expect(bench.told.count == 1)
        #expect(!bench.machine.isDiskWaiter, "others go elsewhere")
        bench.later(.seconds(5))
        bench.report(.wake)
        bench.start()
        #expect(bench.actions == [.publish(generation: 0, size: total)])
        bench.report(.publishFailed(attempt: bench.attempt, unusable))
        #expect(bench.wait?.reason == .directoryMissing && bench.told.isEmpty)
        #expect(!bench.machine.isDiskWaiter)
        bench.later(.seconds(30))
        bench.report(.wake)
        bench.start()
        bench.report(.published(attempt: bench.attempt, FinishedFile(path: "/a", bytes: total)))
        #expect(bench.state == .finished)
    }

    @Test func `a partial file that is gone is begun again, one that is shorter goes on from there`() throws {
        for length in [0, 25, 40] as [Int64] {
            var bench = Bench()
            bench.run(to: 40)
            try bench.command(.pause)
            try bench.command(.resume)
            bench.report(.start)
            bench.report(.partReady(attempt: bench.attempt, length: length))
            #expect(bench.orders.map(\.asked) == [length == 0 ? .whole : .range(start: length, end: nil)])
            #expect(bench.told.count == (length == 40 ? 0 : 1))
        }
        var bench = Bench()
        bench.run(to: 40)
        try bench.command(.pause)
        try bench.command(.resume)
        bench.report(.start)
        #expect(bench.report(.partMissing(attempt: 2)).last == .preparePart(generation: 0, mustExist: false))
        bench.report(.partReady(attempt: 2, length: 0))
        #expect(bench.orders.map(\.asked) == [.whole])
    }

    @Test func `a wrong checksum is no start for another try`() throws {
        var bench = Bench { $0.checksum = Checksum(.md5, hex: String(repeating: "0", count: 32)) }
        bench.run(to: total)
        bench.end(1, at: total)
        bench.report(.verifyFailed(attempt: 1, Failure(.checksum, "other")))
        #expect(bench.failure?.code == .checksum)
        #expect(bench.failure?.isResumable == false)
        #expect(!bench.actions.contains { if case .publish = $0 { true } else { false } })
        try bench.command(.retry)
        #expect(bench.actions.first == .discardPart(generation: 0))
        bench.start()
        #expect(bench.orders.map(\.asked) == [.whole])
        #expect(bench.orders.map(\.generation) == [1])
    }

    @Test func `a wrong checksum leads to the next mirror`() {
        var bench = Bench([Bench.url, Bench.mirror]) { $0.checksum = Checksum(.md5, hex: String(repeating: "0", count: 32)) }
        bench.run(to: total)
        bench.end(1, at: total)
        bench.report(.verifyFailed(attempt: 1, Failure(.checksum, "other")))
        bench.report(.partReady(attempt: bench.attempt, length: 0))
        #expect(bench.orders.map(\.url) == [Bench.mirror])
    }

    @Test func `without a validator a resume is a restart, unless the size is trusted`() throws {
        for policy in ResumeWithoutValidator.allCases {
            var bench = Bench { $0.resumeWithoutValidator = policy }
            bench.run(to: 40, Bench.found(etag: nil))
            try bench.command(.pause)
            try bench.command(.resume)
            bench.start()
            if policy == .never { bench.report(.partReady(attempt: bench.attempt, length: 0)) }
            #expect(bench.orders.map(\.asked) == [policy == .never ? .whole : .range(start: 40, end: nil)])
        }
    }

    @Test func `where a resume is demanded nothing is begun again`() throws {
        var bench = Bench { $0.requiresResume = true }
        bench.run(to: 40, Bench.found(etag: nil))
        try bench.command(.pause)
        try bench.command(.resume)
        bench.start()
        #expect(bench.failure?.code == .cannotResume)
        #expect(bench.record.plan.written == 40)
    }

    @Test func `a crash puts what ran back into the queue with the bytes that can be trusted`() throws {
        var bench = Bench()
        bench.run(to: 40)
        synced(&bench)
        bench.bytes(1, to: 60)
        #expect(TaskStateMachine(recovering: bench.record, trust: .written).record.plan.written == 60)
        let machine = TaskStateMachine(recovering: bench.record, trust: .durable)
        #expect(machine.record.plan.written == 40)
        #expect(machine.record.state == .queued)
        bench.end(1, at: total)
        #expect(TaskStateMachine(recovering: bench.record, trust: .written).record.state == .queued)
        bench.report(
            .intended(attempt: 1, PublishIntent(directory: "/d", name: "n", part: "/p", device: 1, inode: 1, size: 1, collisions: 0))
        )
        #expect(TaskStateMachine(recovering: bench.record, trust: .written).record.state == .publishing)
    }
}
