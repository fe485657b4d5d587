import DownloadCore
import Screen

extension Model {
    mutating func act(_ command: Command) -> [Effect] {
        range = nil
        let chosen = targets.filter { command.accepts($0) }
        let ids = chosen.map(\.id)
        switch command {
        case .add:
            forgetKnown()
            overlays.append(.add(AddPrompt()))
        case .pause:
            say("Pausing " + named(chosen))
            return [.pause(ids)]
        case .resume:
            say("Resuming " + named(chosen))
            return [.resume(ids)]
        case .cancel:
            keep(.change("cancelling " + named(chosen), [.resume(ids)]))
            say("Cancelling " + named(chosen) + " (u: undo)")
            return [.cancel(ids)]
        case .startNow:
            say("Starting " + named(chosen))
            return [.startNow(ids)]
        case .pauseAll:
            say("Pausing everything")
            return [.pauseAll]
        case .resumeAll:
            say("Resuming everything")
            return [.resumeAll]
        case .remove:
            removeWithText(chosen)
        case .clearFinished:
            return [.choose(.states([.finished]), .remove)]
        case .clearFailed:
            return [.choose(.states([.failed, .cancelled]), .remove)]
        case .delete:
            facts = chosen
            overlays.append(.delete(DeletePrompt(ids: ids)))
        case .undo:
            return undoLast()
        case .queueDown, .queueUp:
            return moveInQueue(chosen, isUp: command == .queueUp)
        case .raisePriority, .lowerPriority:
            return prioritize(chosen, by: command == .raisePriority ? 1 : -1)
        case .limit:
            facts = chosen
            overlays.append(.prompt(Prompt(.limit(ids))))
        case .addList:
            overlays.append(.prompt(Prompt(.listFile)))
        case .edit:
            if let task = cursorTask { overlays.append(.edit(EditForm(task, details))) }
        case .open, .openFolder, .copyPath, .verify:
            return act(command, on: chosen.compactMap { PublishedFile($0) })
        case .copyURL:
            return copied(chosen.map(\.url), "URL")
        case .limitAll:
            overlays.append(.prompt(Prompt(.limitAll)))
        case .limitAlternative:
            return setLimitAlternative(!totals.isLimitAlternative)
        default:
            break
        }
        return []
    }

    /// Several tasks keep their order among each other: the one in front moves first.
    private mutating func moveInQueue(_ chosen: [TaskSnapshot], isUp: Bool) -> [Effect] {
        let ordered = chosen.sorted { ($0.queuePosition ?? 0) < ($1.queuePosition ?? 0) }.map(\.id)
        let forth = isUp ? ordered : ordered.reversed()
        keep(.change("moving " + named(chosen), [.move(forth.reversed(), isUp: !isUp)]))
        return [.move(forth, isUp: isUp)]
    }

    private mutating func prioritize(_ chosen: [TaskSnapshot], by step: Int) -> [Effect] {
        let groups = Dictionary(grouping: chosen, by: \.priority).sorted { $0.key < $1.key }
        keep(.change("the priority of " + named(chosen), groups.map { .prioritize($0.value.map(\.id), $0.key) }))
        let new = groups.map { ($0.value, Priority(rawValue: $0.key.rawValue + step) ?? $0.key) }
        let words = Set(new.map { "\($0.1)" }).sorted().joined(separator: ", ")
        say("Priority of \(named(chosen)): \(words)")
        return new.map { .prioritize($0.0.map(\.id), $0.1) }
    }

    /// One task by its name, several by their number; says how many of them cannot be seen.
    func named(_ tasks: [TaskSnapshot]) -> String {
        if tasks.count == 1, let task = tasks.first { return task.name }
        return "\(Self.number(tasks.count)) tasks" + hiddenNote(tasks)
    }

    /// How many of the tasks the tab or the filter hides.
    func hiddenNote(_ tasks: [TaskSnapshot]) -> String {
        hiddenNote(tasks.count { !query.fits($0) }, of: tasks.count)
    }

    func hiddenNote(_ hidden: Int, of count: Int) -> String {
        guard hidden > 0 else { return "" }
        return count == 1 ? ", which is not shown" : ", \(Self.number(hidden)) of them not shown"
    }

    mutating func removeWithText(_ chosen: [TaskSnapshot]) {
        remove(ChosenTasks(chosen.map(\.id), notShown: chosen.count { !query.fits($0) }))
    }

    /// Does with tasks what they were chosen for.
    mutating func use(_ choice: ChosenTasks, _ purpose: Choosing) {
        switch purpose {
        case .mark: marks.formUnion(choice.ids)
        case .invertMarks: marks.formSymmetricDifference(choice.ids)
        case .markFitting:
            marks.formUnion(choice.ids)
            let isNone = choice.ids.isEmpty
            say(isNone ? "Nothing that is shown fits" : "\(Self.number(choice.ids.count)) marked", isError: isNone)
        case .range: mark(range: choice.ids)
        case .remove: remove(choice)
        }
    }

    private mutating func remove(_ choice: ChosenTasks) {
        guard !choice.ids.isEmpty else { return }
        let what = choice.ids.count == 1 ? "1 task" : "\(Self.number(choice.ids.count)) tasks"
        remove(choice.ids, as: "\(what) removed from the list\(hiddenNote(choice.notShown, of: choice.ids.count)), files kept")
    }
}
