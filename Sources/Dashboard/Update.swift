import DownloadCore
import Screen

/// The one door to the model: takes a message in and tells what the program shall do.
public func update(_ model: inout Model, _ message: Message) -> [Effect] {
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
    case .tasks(let tasks):
        model.replaceTasks(tasks)
    case .totals(let totals):
        model.totals = totals
        model.counts = totals.counts ?? Counts(of: model.tasks)
        model.history.append(totals.rate)
        model.history.removeFirst(max(0, model.history.count - Model.historyLength))
    case .tick(let time):
        model.clock = time
        if let toast = model.toast, toast.until <= time { model.toast = nil }
    case .notice(let text, let isError):
        model.say(text, isError: isError)
    }
    return []
}

extension Model {
    mutating func handle(_ key: Key) -> [Effect] {
        guard let overlay = overlays.last else { return handleInList(key) }
        switch overlay {
        case .help(let top): return handleInHelp(key, top: top)
        case .add(let prompt): return handleInAdd(key, prompt)
        case .filter(let editor): return handleInFilter(key, editor)
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
