import DownloadCore
import Screen

/// The one door to the model: takes a message in and tells what the program shall do.
public func update(_ model: inout Model, _ message: Message) -> [Effect] {
    let effects = take(message, &model)
    model.extendRange()
    if !model.lost.isEmpty { model.marks.subtract(model.lost) }
    return effects
}

private func take(_ message: Message, _ model: inout Model) -> [Effect] {
    switch message {
    case .key(let key):
        return model.handle(key)
    case .paste(let text):
        model.paste(text)
    case .focus:
        break
    case .resize(let size):
        model.size = size
        model.keepCursorOnScreen()
    case .click(let row, let column):
        return model.click(row: row, column: column)
    case .wheel(let lines):
        return model.turnWheel(lines)
    case .configured(let keymap, let glyphs, let usesMouse, let usesFunctionKeys):
        model.keymap = keymap
        model.glyphs = glyphs
        model.usesMouse = usesMouse
        model.usesFunctionKeys = usesFunctionKeys
        model.pendingKeys = []
    case .window(let window):
        model.take(window)
    case .unanswered:
        model.giveUpAim()
    case .chosen(let choice, let purpose):
        model.use(choice, purpose)
    case .lookedUp(let tasks, let command, let argument):
        model.facts = tasks
        return argument.map { model.runNow(command, $0) } ?? model.runNow(command)
    case .foundRow(let row):
        model.go(toFound: row)
    case .known(let urls, let asked):
        model.note(known: urls, asked: asked)
    case .files(let news):
        model.take(news)
    case .length(let url, let length):
        model.take(length: length, of: url)
    case .completions(let typed, let found):
        model.take(completions: found, of: typed)
    case .folderChecked(let folder, let problem):
        return model.take(problem: problem, of: folder)
    case .totals(let totals):
        if model.isFrozen { break }
        model.totals = totals
        model.recount()
        model.addRates()
    case .details(let details):
        model.details = details
    case .tick(let time):
        model.clock = time
        if let toast = model.toast, toast.until <= time { model.toast = nil }
        return model.expire()
    case .lost(let isStopped):
        if model.lostSince == nil { model.lostSince = model.clock }
        if isStopped { model.isAgentStopped = true }
    case .found(let owner, let documents):
        model.lostSince = nil
        model.isAgentStopped = false
        model.owner = owner
        if let documents { model.documents = model.shortened(documents) }
    case .ending:
        return model.expire(all: true)
    case .notice(let text, let isError):
        model.say(text, isError: isError)
    }
    return []
}

extension Model {
    /// One more second in the graphs.
    mutating func addRates() {
        history.add(totals.rate, at: clock)
        var kept: [TaskID: RateHistory] = [:]
        for (id, rate) in window?.rates ?? [:] {
            kept[id] = taskHistory[id] ?? RateHistory()
            kept[id]?.add(rate, at: clock)
        }
        // The graph of a task that has just ended can still be looked at while the cursor is on it.
        if let cursor, kept[cursor] == nil { kept[cursor] = taskHistory[cursor] }
        taskHistory = kept
    }

    mutating func handle(_ key: Key) -> [Effect] {
        guard let overlay = overlays.last else {
            let effects = handleInList(key)
            // What was said before is no answer to what is about to be typed.
            if overlays.last?.takesText ?? false { toast = nil }
            return effects
        }
        if overlay.takesText { toast = nil }
        // What somebody is in the middle of is left first, and the dashboard by the next one.
        let key = key == .control("c") ? .escape : key
        switch overlay {
        case .help(let help): return handleInHelp(key, help)
        case .palette(let palette): return handleInPalette(key, palette)
        case .add(let prompt): return handleInAdd(key, prompt)
        case .filter(let editor): return handleInFilter(key, editor)
        case .prompt(let prompt): return handleInPrompt(key, prompt)
        case .settings(let menu): return handleInSettings(key, menu)
        case .edit(let form): return handleInEdit(key, form)
        case .stopAgent: return handleInStop(key)
        case .sort(let menu): return handleInSort(key, menu)
        case .search(let editor): return handleInSearch(key, editor)
        case .log(let view): return handleInLog(key, view)
        case .delete(let prompt): return handleInDelete(key, prompt)
        case .deleteFiles(let prompt): return handleInFileDelete(key, prompt)
        case .fileSearch(let editor): return handleInFileSearch(key, editor)
        }
    }

    private mutating func handleInList(_ key: Key) -> [Effect] {
        pendingKeys.append(key)
        switch keymap.match(pendingKeys) {
        case .matched(let command):
            pendingKeys = []
            return run(command)
        case .pending:
            return []
        case .none:
            // The key may begin another binding than the one that was begun.
            let wasAlone = pendingKeys.count == 1
            pendingKeys = []
            return wasAlone ? [] : handleInList(key)
        }
    }

    mutating func say(_ text: String, isError: Bool = false) {
        toast = Toast(text: text, isError: isError, until: clock.advanced(by: Toast.lifetime))
    }
}
