import DownloadCore
import Screen

extension Model {
    /// Pasted text goes where text is typed; anywhere else it opens the Add dialog.
    mutating func paste(_ text: String) {
        switch overlays.last {
        case .filter(var editor):
            editor.insert(text.split(whereSeparator: \.isNewline).first.map(String.init) ?? "")
            replaceFilter(editor)
        case .add(var prompt):
            prompt.paste(text)
            replaceAdd(&prompt)
        case .help, nil:
            guard text.contains(where: { !$0.isWhitespace }) else { return }
            if overlays.last != nil { overlays.removeLast() }
            var prompt = AddPrompt()
            prompt.paste(text)
            overlays.append(.add(prompt))
            replaceAdd(&prompt)
        }
    }

    mutating func handleInHelp(_ key: Key, top: Int) -> [Effect] {
        guard case .matched(let command) = keymap.match([key]) else { return [] }
        let page = max(1, HelpPanel.visibleLines(size) - 1)
        let last = max(0, HelpPanel.lines(keymap).count - HelpPanel.visibleLines(size))
        let wanted: Int
        switch command {
        case .moveDown: wanted = top + 1
        case .moveUp: wanted = top - 1
        case .pageDown, .mark: wanted = top + page
        case .pageUp: wanted = top - page
        case .halfPageDown: wanted = top + max(1, page / 2)
        case .halfPageUp: wanted = top - max(1, page / 2)
        case .first: wanted = 0
        case .last: wanted = last
        case .redraw: return [.redraw]
        case .suspend: return [.suspend]
        case .help, .back, .quit:
            overlays.removeLast()
            // Control-C always leaves; `q` first closes what is open.
            return key == .control("c") ? [.quit] : []
        default: return []
        }
        overlays[overlays.count - 1] = .help(top: min(max(wanted, 0), last))
        return []
    }

    mutating func handleInAdd(_ key: Key, _ prompt: AddPrompt) -> [Effect] {
        var prompt = prompt
        switch key {
        case .escape:
            overlays.removeLast()
        case .enter:
            guard !prompt.urls.isEmpty else {
                let reason = "That is no address: http, https, ftp, ftps or sftp"
                say(prompt.duplicates > 0 ? "It is already in the list" : reason, isError: true)
                return []
            }
            overlays.removeLast()
            say(prompt.urls.count == 1 ? "Adding one download" : "Adding \(Self.number(prompt.urls.count)) downloads")
            return [.add(prompt.urls)]
        case .pageDown, .down:
            prompt.top = min(prompt.top + (key == .down ? 1 : AddPanel.rows), max(0, prompt.urls.count - AddPanel.rows))
            overlays[overlays.count - 1] = .add(prompt)
        case .pageUp, .up:
            prompt.top = max(0, prompt.top - (key == .up ? 1 : AddPanel.rows))
            overlays[overlays.count - 1] = .add(prompt)
        default:
            if let effects = handleEverywhere(key) { return effects }
            if prompt.editor.handle(key) { replaceAdd(&prompt) }
        }
        return []
    }

    mutating func handleInFilter(_ key: Key, _ editor: LineEditor) -> [Effect] {
        var editor = editor
        switch key {
        case .escape:
            overlays.removeLast()
            filter = Filter()
            findVisible()
        case .enter:
            overlays.removeLast()
        case .down:
            moveCursor(by: 1)
        case .up:
            moveCursor(by: -1)
        default:
            if let effects = handleEverywhere(key) { return effects }
            if editor.handle(key) { replaceFilter(editor) }
        }
        return []
    }

    /// Keys that mean the same while text is typed.
    private func handleEverywhere(_ key: Key) -> [Effect]? {
        switch key {
        case .control("c"): [.quit]
        case .control("l"): [.redraw]
        case .control("z"): [.suspend]
        default: nil
        }
    }

    private mutating func replaceFilter(_ editor: LineEditor) {
        overlays[overlays.count - 1] = .filter(editor)
        filter = Filter(editor.text)
        findVisible()
    }

    private mutating func replaceAdd(_ prompt: inout AddPrompt) {
        prompt.read(knowing: Set(tasks.lazy.filter { !$0.state.isEnded }.map(\.url)))
        prompt.top = min(prompt.top, max(0, prompt.urls.count - AddPanel.rows))
        overlays[overlays.count - 1] = .add(prompt)
    }

    static func number(_ value: Int) -> String {
        Format.count(value)
    }
}
