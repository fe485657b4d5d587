/// A change of what a task asks for, or of how it is treated; what is nil stays.
public struct TaskEdit: Sendable, Hashable {
    public var url: String?

    /// Further addresses of the same file; they replace all, and stay away with a new address that comes without them.
    public var mirrors: [String]?

    /// Replaces all.
    public var headers: [HeaderField]?
    public var outputName: String?
    public var outputTemplate: String?
    public var checksum: Checksum?
    public var priority: Priority?

    /// Bytes a second; 0 for no limit.
    public var rateLimit: Int64?
    public var credentials: Credentials?
    public var changes: RequestChanges?

    public init() {}
}

extension TaskStateMachine {
    /// Changes the request.
    ///
    /// A new address goes on with what is there if the file behind it is the same, which its reply tells.
    public mutating func apply(_ edit: TaskEdit, now: Now) throws(Rejection) -> [TaskAction] {
        switch record.state {
        case .verifying, .publishing: throw Rejection("task \(id) has all its bytes and ends in a moment")
        case .finished: throw Rejection("task \(id) is already finished")
        case .queued, .connecting, .running, .waiting, .paused, .failed, .cancelled: break
        }
        for url in [edit.url].compactMap(\.self) + (edit.mirrors ?? []) {
            guard Address(url).map({ Address.downloadSchemes.contains($0.scheme) }) == true else {
                throw Rejection("\(url) is not an address that can be fetched")
            }
        }
        let isElsewhere = changeAddresses(edit)
        if let headers = edit.headers { record.request.headers = headers }
        if let name = edit.outputName { record.request.outputName = name }
        if let template = edit.outputTemplate {
            record.request.outputTemplate = template
            if edit.outputName == nil { record.request.outputName = nil }
        }
        if let checksum = edit.checksum { record.request.checksum = checksum }
        if let priority = edit.priority { record.request.priority = priority }
        if let limit = edit.rateLimit { record.request.rateLimit = limit > 0 ? limit : nil }
        if let credentials = edit.credentials { record.request.credentials = credentials }
        edit.changes?.apply(to: &record.request)
        change = max(change, .state)
        // What is asked of the server is another thing now: a running transfer begins again with it.
        return isElsewhere || edit.headers != nil || edit.credentials != nil ? askAgain(edit, now: now) : []
    }

    /// Takes new addresses over; whether the one in use is not among them any more.
    private mutating func changeAddresses(_ edit: TaskEdit) -> Bool {
        guard edit.url != nil || edit.mirrors != nil else { return false }
        let before = record.request.urls
        let current = before.indices.contains(record.mirror) ? before[record.mirror] : nil
        record.request.urls = [edit.url ?? before.first].compactMap(\.self) + (edit.mirrors ?? [])
        // A transfer from an address that stays has nothing to do with the others.
        if edit.url == nil, let current, let place = record.request.urls.firstIndex(of: current) {
            record.mirror = place
            return false
        }
        record.mirror = 0
        record.isWithoutRanges = false
        record.setbacks = .init()
        return true
    }

    /// Lets what is on its way or waits for such a change ask with the new request.
    private mutating func askAgain(_ edit: TaskEdit, now: Now) -> [TaskAction] {
        switch record.state {
        case .connecting, .running:
            let actions = stopAll()
            enter(.queued, now: now)
            return actions
        case .waiting(let wait) where wait.reason == .authentication ? edit.credentials != nil || edit.url != nil : wait.reason == .retry:
            enter(.queued, now: now)
            return [.tell(.resumed)]
        case .queued, .waiting, .paused, .verifying, .publishing, .finished, .failed, .cancelled:
            return []
        }
    }

    /// Gives the task its place in the queue.
    public mutating func place(at order: Int64) {
        record.order = order
        change = max(change, .record)
    }

    /// Lets it run whatever time and conditions it was to wait for.
    public mutating func hurry(now: Now) throws(Rejection) -> [TaskAction] {
        guard !record.state.isEnded else { return try apply(.resume, now: now) }
        record.isHurried = true
        // Its place in the queue is another one, also when it waits there already.
        change = max(change, .record)
        return try apply(.resume, now: now)
    }
}
