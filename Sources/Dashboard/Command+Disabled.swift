import DownloadCore

extension Command {
    /// Why the command cannot be used now; nil when it can.
    public func disabledReason(in model: Model) -> String? {
        switch self {
        case .pause, .resume, .cancel:
            let targets = model.targets
            if targets.isEmpty { return "There is no task to \(label)" }
            return targets.contains { accepts($0.state) } ? nil : refusal(of: targets)
        case .pauseAll: return model.tasks.contains { Command.pause.accepts($0.state) } ? nil : "Nothing runs or waits"
        case .resumeAll: return model.tasks.contains { Command.resume.accepts($0.state) } ? nil : "Nothing is paused, failed or cancelled"
        case .mark, .markAll, .invertMarks: return model.visible.isEmpty ? "There is no task to mark" : nil
        default: return nil
        }
    }

    /// Whether an action can do something for a task in this state.
    func accepts(_ state: TaskState) -> Bool {
        switch self {
        case .pause: [.queued, .connecting, .running, .waiting].contains(state.kind)
        case .resume: [.paused, .failed, .cancelled].contains(state.kind)
        case .cancel: !state.isEnded && state != .publishing
        default: true
        }
    }

    private func refusal(of targets: [TaskSnapshot]) -> String {
        guard targets.count == 1, let task = targets.first else { return "None of the marked tasks can be \(participle)" }
        return switch task.state.kind {
        case .finished: "It is already finished"
        case .paused where self == .pause: "It is already paused"
        case .cancelled where self == .cancel: "It is already cancelled"
        case .failed: "It has already failed (r: retry)"
        case .cancelled: "It is cancelled (r: go on)"
        default: "It cannot be \(participle) now: it is \(task.state.kind.rawValue)"
        }
    }

    private var participle: String {
        switch self {
        case .pause: "paused"
        case .resume: "resumed"
        default: "cancelled"
        }
    }
}
