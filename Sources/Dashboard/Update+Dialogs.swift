import DownloadCore
import Screen

extension Model {
    mutating func handleInDelete(_ key: Key, _ prompt: DeletePrompt) -> [Effect] {
        var prompt = prompt
        let typed = prompt.editor.text
        switch key {
        case .escape:
            overlays.removeLast()
        case .character("q") where typed.isEmpty:
            overlays.removeLast()
        case .enter where typed.isEmpty:
            // Cancel has the focus.
            overlays.removeLast()
        case .enter:
            guard typed == String(prompt.ids.count) else {
                say("That is not \(prompt.ids.count): nothing was deleted", isError: true)
                return []
            }
            return delete(prompt)
        case .character("y"):
            guard !prompt.wantsNumber else {
                say("Type \(prompt.ids.count) and Enter to delete so many files", isError: true)
                return []
            }
            return delete(prompt)
        case .character("d"):
            overlays.removeLast()
            removeWithText(tasks(prompt.ids))
        default:
            if let effects = handleEverywhere(key) { return effects }
            if prompt.wantsNumber, prompt.editor.handle(key) { overlays[overlays.count - 1] = .delete(prompt) }
        }
        return []
    }

    private mutating func delete(_ prompt: DeletePrompt) -> [Effect] {
        overlays.removeLast()
        marks.subtract(prompt.ids)
        say("Deleting " + named(tasks(prompt.ids)))
        return [.delete(prompt.ids)]
    }

    mutating func handleInPrompt(_ key: Key, _ prompt: Prompt) -> [Effect] {
        var prompt = prompt
        switch key {
        case .escape:
            overlays.removeLast()
        case .enter:
            let text = prompt.editor.text
            guard text.contains(where: { !$0.isWhitespace }) else {
                overlays.removeLast()
                return []
            }
            return answer(prompt.purpose, text)
        case .tab where prompt.purpose == .listFile:
            return [.complete(prompt.editor.text, onlyFolders: false)]
        default:
            if let effects = handleEverywhere(key) { return effects }
            if prompt.editor.handle(key) { overlays[overlays.count - 1] = .prompt(prompt) }
        }
        return []
    }

    private mutating func answer(_ purpose: Prompt.Purpose, _ text: String) -> [Effect] {
        switch purpose {
        case .limit(let ids):
            guard let rate = readRate(text) else { return [] }
            overlays.removeLast()
            return setLimit(rate, of: ids)
        case .limitAll:
            guard let rate = readRate(text) else { return [] }
            overlays.removeLast()
            return setLimitOfAll(rate)
        case .listFile:
            overlays.removeLast()
            return [.addList(text)]
        case .markText:
            if let problem = Filter(text).problem {
                say("\(problem) is no expression: \(Prompt.expressionHint)", isError: true)
                return []
            }
            overlays.removeLast()
            return [.choose(.fitting(text), .markFitting)]
        }
    }

    mutating func readRate(_ text: String) -> Int64?? {
        let text = text.filter { !$0.isWhitespace }
        guard !Rate.lacksUnit(text) else {
            say("\(text) would be \(text) bytes a second: type \(text)K, \(text)M, or \(text)B if that is meant", isError: true)
            return nil
        }
        let rate = Rate.parse(text)
        if rate == nil { say("That is no rate: 500K, 10M, 10MiB, 80Mbit or off", isError: true) }
        return rate
    }

    mutating func setLimit(_ rate: Int64?, of ids: [TaskID]) -> [Effect] {
        let before = Dictionary(grouping: tasks(ids), by: \.rateLimit)
        let back = before.sorted { ($0.key ?? 0) < ($1.key ?? 0) }.map { Effect.limit($0.value.map(\.id), $0.key) }
        let text = "limit of " + named(tasks(ids)) + ": " + rateName(rate)
        keep(.change("the " + text, back))
        say("Limit" + text.dropFirst(5))
        return [.limit(ids, rate)]
    }

    mutating func setLimitOfAll(_ rate: Int64?) -> [Effect] {
        // The one that holds without the alternative limit is not known while that is on.
        keep(.change("the limit of everything", [totals.isLimitAlternative ? .limitAlternative(true) : .limitAll(totals.limit)]))
        totals.limit = rate
        totals.isLimitAlternative = false
        say("Limit of everything: " + rateName(rate))
        return [.limitAll(rate)]
    }

    mutating func setLimitAlternative(_ isOn: Bool) -> [Effect] {
        keep(.change("the alternative limit", [.limitAlternative(!isOn)]))
        totals.isLimitAlternative = isOn
        say("Alternative limit " + (isOn ? "on" : "off"))
        return [.limitAlternative(isOn)]
    }

    func rateName(_ rate: Int64?) -> String {
        rate.map { self.rate(Double($0)) } ?? "off"
    }
}
