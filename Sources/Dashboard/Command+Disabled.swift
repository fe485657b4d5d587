import DownloadCore

extension Command {
    /// Why the command cannot be used now; nil when it can.
    public func disabledReason(in model: Model) -> String? {
        if model.showsFiles, let answer = reasonInFiles(model) { return answer.reason }
        switch self {
        case .pause, .resume, .cancel, .startNow, .queueDown, .queueUp, .raisePriority, .lowerPriority, .limit:
            let targets = model.targets
            if targets.isEmpty { return "There is no task for that" }
            return targets.contains { accepts($0) } ? nil : refusal(of: targets)
        case .remove, .delete: return model.targets.isEmpty ? "There is no task to \(label)" : nil
        case .pauseAll:
            return model.count { [.queued, .connecting, .running, .waiting].contains($0) } > 0 ? nil : "Nothing runs or waits"
        case .resumeAll:
            return model.count { [.paused, .failed, .cancelled].contains($0) } > 0 ? nil : "Nothing is paused, failed or cancelled"
        case .clearFinished: return model.count { $0 == .finished } > 0 ? nil : "Nothing is finished"
        case .clearFailed: return model.count { $0 == .failed || $0 == .cancelled } > 0 ? nil : "Nothing failed or was cancelled"
        case .undo: return model.undos.isEmpty ? "There is nothing to undo" : nil
        case .mark, .markRange, .markAll, .invertMarks, .markText: return model.shownCount == 0 ? "There is no task to mark" : nil
        case .unmarkAll: return model.marks.isEmpty ? "Nothing is marked" : nil
        case .edit:
            guard let task = model.cursorTask else { return "There is no task to edit" }
            return task.state.kind == .finished ? "It is already finished" : nil
        case .copyURL: return model.targets.isEmpty ? "There is no task to copy from" : nil
        case .open, .openFolder, .copyPath, .verify:
            let targets = model.targets
            if targets.isEmpty { return "There is no task for that" }
            if targets.contains(where: { PublishedFile($0) != nil }) { return nil }
            return targets.contains { $0.state.kind == .finished } ? "Its file is gone" : "Its file is not there yet"
        case .stopAgent: return model.hasAgent ? nil : "There is no agent: the downloads run in this process"
        case .search: return model.shownCount == 0 ? "There is nothing to search" : nil
        case .searchNext, .searchPrevious: return model.searched.isEmpty ? "Nothing was searched for (F3)" : nil
        case .openDetails: return model.cursor == nil ? "There is no task to look into" : nil
        case .closeDetails: return model.panes.arrangement == .list ? "No details are open" : nil
        case .detailsUp, .detailsDown: return model.panes.arrangement == .details ? nil : "The details do not fill the screen"
        default: return nil
        }
    }

    /// It does something to the marked tasks, or to the one under the cursor.
    var isForTargets: Bool {
        switch self {
        case .pause, .resume, .cancel, .startNow, .queueDown, .queueUp, .raisePriority, .lowerPriority, .limit, .remove, .delete, .open,
            .openFolder, .copyURL, .copyPath, .verify:
            true
        default: false
        }
    }

    /// Whether an action can do something for a task.
    func accepts(_ task: TaskSnapshot) -> Bool {
        let state = task.state
        return switch self {
        case .pause: [.queued, .connecting, .running, .waiting].contains(state.kind)
        case .resume: [.paused, .failed, .cancelled].contains(state.kind)
        case .cancel: !state.isEnded && state != .publishing
        case .startNow: [.queued, .waiting, .paused].contains(state.kind)
        case .queueDown, .queueUp: task.queuePosition != nil
        case .raisePriority: !state.isEnded && task.priority < .high
        case .lowerPriority: !state.isEnded && task.priority > .low
        case .limit: !state.isEnded
        case .open, .openFolder, .copyPath, .verify: PublishedFile(task) != nil
        case .clearFinished: state.kind == .finished
        case .clearFailed: state.kind == .failed || state.kind == .cancelled
        default: true
        }
    }

    private func refusal(of targets: [TaskSnapshot]) -> String {
        guard targets.count == 1, let task = targets.first else { return "None of the marked tasks can be \(participle)" }
        return switch (self, task.state.kind) {
        case (.queueDown, _), (.queueUp, _): "It does not wait in the queue"
        case (_, .finished): "It is already finished"
        case (.raisePriority, _) where !task.state.isEnded: "Its priority is already high"
        case (.lowerPriority, _) where !task.state.isEnded: "Its priority is already low"
        case (.pause, .paused): "It is already paused"
        case (.cancel, .cancelled): "It is already cancelled"
        case (_, .failed): "It has already failed (r: retry)"
        case (_, .cancelled): "It is cancelled (r: go on)"
        default: "It cannot be \(participle) now: it is \(task.state.kind.rawValue)"
        }
    }

    private var participle: String {
        switch self {
        case .pause: "paused"
        case .resume: "resumed"
        case .cancel: "cancelled"
        case .startNow: "started now"
        case .limit: "limited"
        default: "moved"
        }
    }
}
