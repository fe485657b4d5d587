import BackgroundTransfer
import Testing

@testable import struct BackgroundTransfer.DeliveryQueue
@testable import struct DownloadCore.DeliveredFile
@testable import struct DownloadCore.FinishedFile
@testable import struct DownloadCore.JournalEntry
@testable import struct DownloadCore.TaskID
@testable import struct DownloadCore.WallTime

@Suite("Progress")
struct ProgressTests {
    let task = TaskID(rawValue: 7)
    let start = ContinuousClock.now

    func file(_ number: Int64, _ bytes: Int64) -> JournalEntry {
        let file = DeliveredFile(file: FinishedFile(path: "/f", bytes: bytes), suggestedName: "f", isStaged: true)
        return JournalEntry(number: number, time: WallTime(seconds: 0), task: task, kind: .file(file))
    }

    func attached() -> DeliveryQueue {
        var queue = DeliveryQueue()
        queue.attach(backlogThrough: 0, acknowledged: 0)
        #expect(queue.next(now: start) == .backlogFinished)
        return queue
    }

    @Test("row 28: at most ten times a second for each task, the sums are exact and totals never fall")
    func pace() {
        var queue = attached()
        var told: [DownloadProgress] = []
        let length: Int64 = 64 << 20
        // 8 seconds with a notice every millisecond.
        for step in 1...8000 {
            queue.receiveProgress(task, done: length * Int64(step) / 8000, total: length, resumedAt: nil)
            if case .progress(_, let progress) = queue.next(now: start + .milliseconds(step)) { told.append(progress) }
        }
        #expect((75...81).contains(told.count))
        queue.receive(file(1, length))
        while case .progress(_, let progress) = queue.next(now: start + .seconds(8)) { told.append(progress) }
        #expect(told.last?.totalBytesWritten == length && told.last?.fractionCompleted == 1)
        #expect(told.reduce(0) { $0 + $1.bytesWritten } == length)
        #expect(zip(told, told.dropFirst()).allSatisfy { $0.totalBytesWritten < $1.totalBytesWritten && $1.bytesWritten > 0 })
    }

    @Test("row 28: the last progress comes before the file, whatever notices were lost")
    func last() {
        var queue = attached()
        queue.receiveProgress(task, done: 4, total: nil, resumedAt: nil)
        #expect(
            queue.next(now: start)
                == .progress(task, DownloadProgress(bytesWritten: 4, totalBytesWritten: 4, totalBytesExpected: nil))
        )
        queue.receive(file(1, 10))
        // Late: of before the file.
        queue.receiveProgress(task, done: 6, total: nil, resumedAt: nil)
        #expect(
            queue.next(now: start)
                == .progress(task, DownloadProgress(bytesWritten: 6, totalBytesWritten: 10, totalBytesExpected: 10))
        )
        #expect(queue.next(now: start) == .entry(file(1, 10)))
        #expect(queue.next(now: start + .seconds(1)) == .idle(until: nil))
    }

    @Test("row 31: after a resume the totals are of the whole file and the sums start from the offset")
    func resumed() {
        var queue = attached()
        queue.receiveProgress(task, done: 3, total: 8, resumedAt: 3)
        queue.receiveProgress(task, done: 5, total: 8, resumedAt: nil)
        #expect(queue.next(now: start) == .resumed(task, offset: 3, total: 8))
        #expect(
            queue.next(now: start) == .progress(task, DownloadProgress(bytesWritten: 2, totalBytesWritten: 5, totalBytesExpected: 8))
        )
    }

    @Test("row 80: a transfer that starts over says so before its totals fall")
    func restarted() {
        var queue = attached()
        queue.receiveProgress(task, done: 5, total: 8, resumedAt: nil)
        _ = queue.next(now: start)
        queue.receiveProgress(task, done: 4, total: 8, resumedAt: nil)
        #expect(queue.next(now: start + .seconds(1)) == .idle(until: nil))
        queue.receiveProgress(task, done: 0, total: 8, resumedAt: 0)
        queue.receiveProgress(task, done: 1, total: 8, resumedAt: nil)
        #expect(queue.next(now: start + .seconds(1)) == .resumed(task, offset: 0, total: 8))
        #expect(
            queue.next(now: start + .seconds(1))
                == .progress(task, DownloadProgress(bytesWritten: 1, totalBytesWritten: 1, totalBytesExpected: 8))
        )
    }

    @Test("contract 3: a reader that is slow costs no memory and gets the latest of each task")
    func slowReader() {
        var queue = attached()
        for step in 1...100_000 {
            for number in 1...3 {
                queue.receiveProgress(TaskID(rawValue: Int64(number)), done: Int64(step), total: nil, resumedAt: nil)
            }
        }
        for number in 1...3 {
            let expected = DownloadProgress(bytesWritten: 100_000, totalBytesWritten: 100_000, totalBytesExpected: nil)
            #expect(queue.next(now: start) == .progress(TaskID(rawValue: Int64(number)), expected))
        }
        #expect(queue.next(now: start) == .idle(until: nil))
    }

    @Test("a task that was told of is due again a tenth of a second later, others at once")
    func due() {
        var queue = attached()
        queue.receiveProgress(task, done: 1, total: nil, resumedAt: nil)
        _ = queue.next(now: start)
        queue.receiveProgress(task, done: 2, total: nil, resumedAt: nil)
        #expect(queue.next(now: start + .milliseconds(10)) == .idle(until: start + .milliseconds(100)))
        queue.receiveProgress(TaskID(rawValue: 8), done: 1, total: nil, resumedAt: nil)
        guard case .progress(TaskID(rawValue: 8), _) = queue.next(now: start + .milliseconds(10)) else {
            Issue.record("the other task waits for the first")
            return
        }
    }

    @Test("rows 29, 30: the fraction is nil for unknown and empty files, else between 0 and 1")
    func fraction() {
        func fraction(_ done: Int64, _ total: Int64?) -> Double? {
            DownloadProgress(bytesWritten: 0, totalBytesWritten: done, totalBytesExpected: total).fractionCompleted
        }
        #expect(fraction(5, nil) == nil)
        #expect(fraction(0, 0) == nil)
        #expect(fraction(5, -1) == nil)
        #expect(fraction(5, 10) == 0.5)
        #expect(fraction(10, 10) == 1)
        #expect(fraction(11, 10) == 1)
    }

    @Test("an entry that comes again is dropped by its number")
    func repeated() {
        var queue = attached()
        queue.receive(file(1, 0))
        queue.receive(file(1, 0))
        #expect(queue.next(now: start) == .entry(file(1, 0)))
        #expect(queue.next(now: start) == .idle(until: nil))
        queue.reattach(acknowledged: 0, isNew: false)
        queue.receive(file(1, 0))
        #expect(queue.next(now: start) == .idle(until: nil))
        // The agent lost all it had, and counts from the beginning again.
        queue.reattach(acknowledged: 0, isNew: true)
        queue.receive(file(1, 0))
        #expect(queue.next(now: start) == .entry(file(1, 0)))
    }
}
