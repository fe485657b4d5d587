import DownloadCore
import Screen

extension Model {
    mutating func handleInAdd(_ key: Key, _ prompt: AddPrompt) -> [Effect] {
        if let text = prompt.text { return handleInText(key, prompt, text) }
        var prompt = prompt
        prompt.checking = nil
        switch key {
        case .escape:
            overlays.removeLast()
            return []
        case .enter: return add(prompt)
        case .tab:
            let typed = prompt.folder.text
            guard prompt.focus == .folder, !typed.isEmpty, prompt.completed != typed else {
                prompt.move(by: 1)
                break
            }
            return [.complete(typed, onlyFolders: true)]
        case .backTab: prompt.move(by: -1)
        case .down where !prompt.hasList: prompt.move(by: 1)
        case .up where !prompt.hasList: prompt.move(by: -1)
        case .down: prompt.top += 1
        case .up: prompt.top -= 1
        case .pageDown: prompt.top += AddPanel.rows(size)
        case .pageUp: prompt.top -= AddPanel.rows(size)
        case .home where prompt.scrollsToEnds: prompt.top = 0
        case .end where prompt.scrollsToEnds: prompt.top = prompt.urls.count
        case .control("e") where prompt.hasList:
            prompt.text = TextArea(prompt.pasted)
            prompt.text?.keepOnScreen(AddPanel.textRows(size))
        default:
            if let effects = handleEverywhere(key) { return effects }
            guard edit(key, &prompt) else { return [] }
            if prompt.focus == .url {
                prompt.wasPasted = false
                replaceAdd(&prompt)
                return []
            }
        }
        prompt.top = max(0, min(prompt.top, prompt.urls.count - AddPanel.rows(size)))
        overlays[overlays.count - 1] = .add(prompt)
        return []
    }

    private func edit(_ key: Key, _ prompt: inout AddPrompt) -> Bool {
        let isSwitch = key == .character(" ") || key == .left || key == .right
        switch prompt.focus {
        case .url: return prompt.editor.handle(key)
        case .folder: return prompt.folder.handle(key)
        case .limit: return prompt.limit.handle(key)
        case .paused where isSwitch: prompt.isPaused.toggle()
        case .order where isSwitch: prompt.order = key == .left ? prompt.order.previous : prompt.order.next
        case .paused, .order: return false
        }
        return true
    }

    /// Adds what was waiting for the folder; the dialog stays with the reason when nothing can be saved there.
    mutating func take(problem: String?, of folder: String) -> [Effect] {
        guard case .add(var prompt) = overlays.last, prompt.checking == folder, prompt.folder.text == folder else { return [] }
        prompt.checking = nil
        guard let problem else { return add(prompt, isChecked: true) }
        say(problem, isError: true)
        prompt.focus = .folder
        overlays[overlays.count - 1] = .add(prompt)
        return []
    }

    private mutating func add(_ prompt: AddPrompt, isChecked: Bool = false) -> [Effect] {
        guard !prompt.urls.isEmpty else {
            let reason = "That is no address: http, https, ftp, ftps or sftp"
            say(prompt.duplicates > 0 ? "It is already in the list" : reason, isError: true)
            return []
        }
        var choices = AddChoices()
        choices.isPaused = prompt.isPaused
        if !prompt.limit.text.isEmpty {
            guard let limit = readRate(prompt.limit.text) else { return [] }
            choices.limit = limit
        }
        let folder = prompt.folder.text
        guard folder.isEmpty || isChecked else {
            var prompt = prompt
            prompt.checking = folder
            overlays[overlays.count - 1] = .add(prompt)
            return [.checkFolder(folder)]
        }
        choices.folder = folder.isEmpty ? nil : folder
        overlays.removeLast()
        say(prompt.urls.count == 1 ? "Adding one download" : "Adding \(Self.number(prompt.urls.count)) downloads")
        return [.add(prompt.order.sorted(prompt.urls, prompt.lengths), choices)]
    }

    private mutating func handleInText(_ key: Key, _ prompt: AddPrompt, _ text: TextArea) -> [Effect] {
        var (prompt, text) = (prompt, text)
        switch key {
        case .escape, .control("e"):
            prompt.text = nil
            prompt.pasted = text.lines
            if !prompt.pasted.contains(where: { $0.contains { !$0.isWhitespace } }) { prompt.pasted = [] }
            prompt.focus = prompt.hasList ? .folder : .url
            replaceAdd(&prompt)
            return []
        default:
            if let effects = handleEverywhere(key) { return effects }
            guard text.handle(key, page: AddPanel.textRows(size)) else { return [] }
            text.keepOnScreen(AddPanel.textRows(size))
            prompt.text = text
            overlays[overlays.count - 1] = .add(prompt)
            return []
        }
    }

    /// The next addresses whose length the Add dialog wants to know.
    public func wantedLengths(most: Int) -> [String] {
        guard case .add(let prompt) = overlays.last else { return [] }
        return prompt.wantedLengths(rows: AddPanel.rows(size), most: most)
    }

    mutating func take(length: Int64?, of url: String) {
        guard let index = overlays.lastIndex(where: { if case .add = $0 { true } else { false } }), case .add(var prompt) = overlays[index]
        else {
            return
        }
        prompt.lengths[url] = length.map { .known($0) } ?? .unknown
        overlays[index] = .add(prompt)
    }

    /// What a path can be completed to: as much as all that fit have in common.
    mutating func take(completions: [String], of typed: String) {
        var common = completions.first ?? typed
        for other in completions.dropFirst() { common = common.commonPrefix(with: other) }
        let result = common.count > typed.count ? common : typed
        switch overlays.last {
        case .add(var prompt) where prompt.folder.text == typed && prompt.text == nil:
            prompt.folder = LineEditor(result)
            prompt.completed = result
            overlays[overlays.count - 1] = .add(prompt)
        case .prompt(var prompt) where prompt.editor.text == typed:
            prompt.editor = LineEditor(result)
            overlays[overlays.count - 1] = .prompt(prompt)
        default: return
        }
        if completions.isEmpty {
            say("Nothing begins like \(typed)", isError: true)
        } else if completions.count > 1 {
            let names = completions.map { $0.split(separator: "/").last.map(String.init) ?? $0 }
            say(names.prefix(20).joined(separator: "  ") + (names.count > 20 ? "  and \(Self.number(names.count - 20)) more" : ""))
        }
    }
}

extension String {
    fileprivate func commonPrefix(with other: String) -> String {
        String(zip(self, other).prefix { $0 == $1 }.map(\.0))
    }
}
