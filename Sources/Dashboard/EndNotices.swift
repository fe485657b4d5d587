public import DownloadCore
import Screen

/// Tells of what ended while nobody looked: several at once, and never more often than a person wants to be called.
public struct EndNotices: Sendable, Hashable {
    /// After the first end others are waited for, so that twelve downloads are one message.
    static let collecting = Duration.seconds(2)

    /// The shortest time between two messages.
    static let pause = Duration.seconds(5)

    /// The latest end that was seen; nil before the first look, whose ends are old news.
    private var latest: WallTime?
    private var finished = 0
    private var failed = 0
    private var name = ""
    private var first: WallTime?
    private var lastMessage: WallTime?

    public init() {}

    /// Takes notice of the tasks that have ended since the last look.
    ///
    /// - Parameters:
    ///   - tasks: those that may have ended since; others do no harm.
    ///   - hasFocus: the person looks at the terminal; nil when it never said.
    ///   - now: the time.
    public mutating func look(at tasks: [TaskSnapshot], hasFocus: Bool?, now: WallTime) {
        let seen = latest
        var newest = seen ?? now
        for task in tasks {
            guard let ended = task.ended, ended > newest || seen.map({ ended > $0 }) ?? true else { continue }
            newest = max(newest, ended)
            guard seen != nil, hasFocus != true else { continue }
            switch task.state.kind {
            case .finished: finished += 1
            case .failed: failed += 1
            default: continue
            }
            name = task.name
            first = first ?? now
        }
        latest = newest
        if hasFocus == true { forget() }
    }

    /// The time until a message may be due; nil while there is nothing to tell.
    public func wakeUp(at now: WallTime) -> Duration? {
        due.map { max(.zero, .nanoseconds($0.nanoseconds - now.nanoseconds)) }
    }

    /// The message that is due now: `12 finished, 1 failed`.
    public mutating func next(at now: WallTime) -> String? {
        guard let due, due <= now else { return nil }
        defer { forget() }
        lastMessage = now
        if finished + failed == 1 { return Sanitizer.visible(name) + (finished == 1 ? " finished" : " failed") }
        var parts: [String] = []
        if finished > 0 { parts.append("\(Format.count(finished)) finished") }
        if failed > 0 { parts.append("\(Format.count(failed)) failed") }
        return parts.joined(separator: ", ")
    }

    private var due: WallTime? {
        guard let first else { return nil }
        let collected = first.advanced(by: EndNotices.collecting)
        return lastMessage.map { max(collected, $0.advanced(by: EndNotices.pause)) } ?? collected
    }

    private mutating func forget() {
        (finished, failed, name, first) = (0, 0, "", nil)
    }
}
