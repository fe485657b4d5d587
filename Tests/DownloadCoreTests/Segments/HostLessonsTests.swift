import Testing

@testable import DownloadCore

@Suite struct HostLessonsTests {
    private func instant(_ seconds: Int64) -> Instant { Instant(nanoseconds: seconds * 1_000_000_000) }

    private let lesson = ConnectionRamp.Lesson(connections: 4, isFull: true, pace: 1e6)

    @Test func `a lesson is for its host only, and not for ever`() {
        var lessons = HostLessons()
        lessons.note(lesson, of: "https://a", at: instant(0))
        #expect(lessons.lesson(of: "https://a", at: instant(600)) == lesson)
        #expect(lessons.lesson(of: "https://b", at: instant(0)) == nil)
        #expect(lessons.lesson(of: "https://a", at: instant(601)) == nil)
    }

    @Test func `of many hosts the latest are remembered`() {
        var lessons = HostLessons()
        for number in 0..<1_000 { lessons.note(lesson, of: "https://\(number)", at: instant(Int64(number))) }
        let known = (0..<1_000).filter { lessons.lesson(of: "https://\($0)", at: instant(0)) != nil }
        #expect(known == Array(1_000 - HostLessons.most..<1_000))
    }

    @Test func `a host that is full for one is not tried further by the next at once`() {
        var ramp = ConnectionRamp(lesson)
        #expect(ramp.lesson == lesson)
        for step in 0..<70 {
            let look = ConnectionRamp.Look(
                received: Int64(step) * 400_000,
                told: instant(0).advanced(by: .milliseconds(100 * step)),
                running: 4,
                remaining: .max,
                limit: 16,
                now: instant(0).advanced(by: .milliseconds(100 * step))
            )
            #expect(ramp.update(look) == 4)
        }
    }
}
