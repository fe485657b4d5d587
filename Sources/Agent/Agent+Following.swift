internal import DownloadCore

/// One who follows the list: what has changed since it last looked.
struct Follower {
    var touched: Set<TaskID>
    let bell: AsyncStream<Void>.Continuation
}

extension Agent {
    /// So many tasks are told of at a time: nobody else waits long for the agent meanwhile.
    private static let portion = 1_000

    /// Begins to note which tasks change; at first that is all of them.
    ///
    /// - Returns: what `changes(for:)` and `unfollow` want, and a stream that says when there is something new, however much it is.
    func follow() -> (follower: Int, bell: AsyncStream<Void>) {
        let follower = (followers.keys.max() ?? 0) + 1
        let (bell, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        followers[follower] = Follower(touched: Set(machines.keys), bell: continuation)
        return (follower, bell)
    }

    func unfollow(_ follower: Int) {
        followers.removeValue(forKey: follower)?.bell.finish()
    }

    /// What has changed since it was asked for the last time, or a part of that: the rest comes with the next call, until nothing does.
    func changes(for follower: Int) -> (tasks: [TaskSnapshot], removed: [TaskID]) {
        guard let touched = followers[follower]?.touched else { return ([], []) }
        let portion = touched.count > Self.portion ? Set(touched.prefix(Self.portion)) : touched
        followers[follower]?.touched.subtract(portion)
        let tasks = snapshots(of: portion.sorted())
        guard tasks.count < portion.count else { return (tasks, []) }
        return (tasks, portion.filter { machines[$0] == nil })
    }

    /// What the machine is to do when all is done is another thing than before: those who follow the list look again.
    public func tellOfPower() {
        for id in followers.keys { followers[id]?.bell.yield() }
    }

    /// Tells those who follow the list which tasks a turn has changed.
    func tellFollowers(of turn: Turn) {
        defer { touched.removeAll(keepingCapacity: true) }
        guard !followers.isEmpty else { return }
        touched.formUnion(turn.changed)
        guard !touched.isEmpty else { return }
        for id in followers.keys {
            followers[id]?.touched.formUnion(touched)
            followers[id]?.bell.yield()
        }
    }
}
