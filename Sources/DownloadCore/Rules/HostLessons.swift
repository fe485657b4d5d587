/// What tasks have learned of hosts, for the next ones of the same hosts.
public struct HostLessons: Sendable, Hashable {
    /// What is older is forgotten: lines and servers change.
    public static let lifetime = Duration.seconds(600)

    /// So many hosts are remembered.
    public static let most = 256

    private var entries: [String: Entry] = [:]

    private struct Entry: Sendable, Hashable {
        var lesson: ConnectionRamp.Lesson
        var at: Instant
    }

    public init() {}

    /// Remembers what a task has learned of its host.
    public mutating func note(_ lesson: ConnectionRamp.Lesson, of origin: String, at now: Instant) {
        entries[origin] = Entry(lesson: lesson, at: now)
        guard entries.count > Self.most, let oldest = entries.min(by: { $0.value.at < $1.value.at })?.key else { return }
        entries[oldest] = nil
    }

    /// What is known of a host; nil for nothing.
    public func lesson(of origin: String, at now: Instant) -> ConnectionRamp.Lesson? {
        entries[origin].flatMap { now.since($0.at) <= Self.lifetime ? $0.lesson : nil }
    }
}
