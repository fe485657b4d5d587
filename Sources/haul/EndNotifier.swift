internal import Desktop
internal import DownloadCore
internal import Headless

/// Tells the desktop what has ended: one message for all that end within a while, not one for each.
actor EndNotifier {
    private let notifications: Notifications
    private let log: AgentLog
    private var tally = EndTally()
    private var timer: Task<Void, Never>?
    private var isFollowing = false
    private var lastShown: Instant?
    private var problem: String?
    private var isOn: Bool

    /// What ends within this time is told together.
    private static let gathering = Duration.seconds(1)

    /// A message that is younger is brought up to date instead of being followed by another one.
    private static let memory = Duration.seconds(60)

    init(_ notifications: Notifications, log: AgentLog, isOn: Bool) {
        self.notifications = notifications
        self.log = log
        self.isOn = isOn
    }

    func configure(isOn: Bool) {
        self.isOn = isOn
    }

    /// Takes an event in; only those of people's own downloads are told, programs tell of theirs as they like.
    func take(_ event: Event) {
        guard isOn, event.session == .haul else { return }
        switch event.kind {
        case .finished, .failed: break
        default: return
        }
        let now = SystemClocks().now().instant
        if timer == nil {
            isFollowing = lastShown.map { now.since($0) < Self.memory } ?? false
            if !isFollowing { tally = EndTally() }
            timer = Task { [weak self] in
                do { try await Task.sleep(for: Self.gathering) } catch { return }
                await self?.show()
            }
        }
        tally.add(event.kind)
    }

    private func show() async {
        timer = nil
        lastShown = SystemClocks().now().instant
        let why = await notifications.show(tally.summary, tally.body, replacing: isFollowing)
        // Said once: a machine without a desktop is none that lacks something.
        if let why, why != problem { log.write("the desktop cannot be told of ends: \(why)") }
        problem = why
    }
}
