import Dashboard
import DownloadCore
import Screen
import Testing

struct EndNoticesTests {
    private let start = Samples.clock

    private func at(_ seconds: Int64) -> WallTime { start.advanced(by: .seconds(seconds)) }

    private func ended(_ ids: ClosedRange<Int64>, at seconds: Int64, failed: Bool = false) -> [TaskSnapshot] {
        ids.map { id in
            var task = Samples.finished(id, "file-\(id)", mib: 1, speed: 1, seconds: 1)
            if failed { task.state = .failed(Failure(.notFound, "404")) }
            task.ended = at(seconds)
            return task
        }
    }

    @Test func `what had ended before is no news`() {
        var notices = EndNotices()
        notices.look(at: ended(1...5, at: -3), hasFocus: false, now: at(0))
        #expect(notices.wakeUp(at: at(0)) == nil)
        #expect(notices.next(at: at(60)) == nil)
        notices.look(at: ended(1...5, at: -3), hasFocus: false, now: at(61))
        #expect(notices.next(at: at(100)) == nil)
    }

    @Test func `twelve ends within two seconds are one message`() {
        var notices = EndNotices()
        notices.look(at: [], hasFocus: false, now: at(0))
        for second in Int64(1)...2 {
            notices.look(at: ended(1...6, at: 1) + (second > 1 ? ended(7...12, at: 2) : []), hasFocus: false, now: at(second))
            #expect(notices.next(at: at(second)) == nil)
        }
        #expect(notices.wakeUp(at: at(2)) == .seconds(1))
        #expect(notices.next(at: at(3)) == "12 finished")
        #expect(notices.next(at: at(30)) == nil)
    }

    @Test func `messages are five seconds apart`() {
        var notices = EndNotices()
        notices.look(at: [], hasFocus: nil, now: at(0))
        notices.look(at: ended(1...1, at: 1), hasFocus: nil, now: at(1))
        #expect(notices.next(at: at(3)) == "file-1 finished")
        notices.look(at: ended(1...1, at: 1) + ended(2...3, at: 4, failed: true) + ended(4...4, at: 4), hasFocus: nil, now: at(4))
        #expect(notices.next(at: at(7)) == nil)
        #expect(notices.next(at: at(8)) == "1 finished, 2 failed")
    }

    @Test func `who looks at it is not called, also not later`() {
        var notices = EndNotices()
        notices.look(at: [], hasFocus: false, now: at(0))
        notices.look(at: ended(1...2, at: 1), hasFocus: false, now: at(1))
        notices.look(at: ended(1...4, at: 2), hasFocus: true, now: at(2))
        #expect(notices.next(at: at(60)) == nil)
        notices.look(at: ended(1...4, at: 2), hasFocus: false, now: at(61))
        #expect(notices.next(at: at(100)) == nil)
    }

    @Test func `a name from outside is inert`() {
        var notices = EndNotices()
        notices.look(at: [], hasFocus: false, now: at(0))
        var task = ended(1...1, at: 1)
        task[0].name = "a\u{1B}]0;x\u{7}\u{202E}b"
        notices.look(at: task, hasFocus: false, now: at(1))
        #expect(notices.next(at: at(9)) == "a\\x1b]0;x\\x07\\u{202e}b finished")
    }

    @Test func `the task bar shows how far everything is`() {
        #expect(Samples.empty(80, 24).taskbarProgress == .none)
        #expect(Samples.model(80, 24).taskbarProgress == .normal(42))
    }
}
