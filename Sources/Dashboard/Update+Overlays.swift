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
            prompt.focus = .url
            prompt.paste(text)
            replaceAdd(&prompt)
        case .edit(var form):
            form.focused.insert(text.split(whereSeparator: \.isNewline).first.map(String.init) ?? "")
            overlays[overlays.count - 1] = .edit(form)
        case .prompt(var prompt):
            prompt.editor.insert(text.split(whereSeparator: \.isNewline).first.map(String.init) ?? "")
            overlays[overlays.count - 1] = .prompt(prompt)
        case .search(var editor):
            editor.insert(text.split(whereSeparator: \.isNewline).first.map(String.init) ?? "")
            overlays[overlays.count - 1] = .search(editor)
        case .delete, .log, .sort, .settings, .stopAgent:
            // Nothing that is pasted may confirm a deletion.
            return
        case .palette(var palette):
            palette.editor.insert(text.split(whereSeparator: \.isNewline).first.map(String.init) ?? "")
            overlays[overlays.count - 1] = .palette(palette)
        case .help, nil:
            guard text.contains(where: { !$0.isWhitespace }) else { return }
            if overlays.last != nil { overlays.removeLast() }
            forgetKnown()
            var prompt = AddPrompt()
            prompt.paste(text)
            overlays.append(.add(prompt))
            replaceAdd(&prompt)
        }
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
            var choices = AddChoices()
            choices.isPaused = prompt.isPaused
            choices.folder = prompt.folder.text.isEmpty ? nil : prompt.folder.text
            if !prompt.limit.text.isEmpty {
                guard let limit = readRate(prompt.limit.text) else { return [] }
                choices.limit = limit
            }
            overlays.removeLast()
            say(prompt.urls.count == 1 ? "Adding one download" : "Adding \(Self.number(prompt.urls.count)) downloads")
            return [.add(prompt.urls, choices)]
        case .tab, .backTab:
            prompt.focus = key == .tab ? prompt.focus.next : prompt.focus.previous
            overlays[overlays.count - 1] = .add(prompt)
        case .pageDown, .down:
            prompt.top = min(prompt.top + (key == .down ? 1 : AddPanel.rows(size)), max(0, prompt.urls.count - AddPanel.rows(size)))
            overlays[overlays.count - 1] = .add(prompt)
        case .pageUp, .up:
            prompt.top = max(0, prompt.top - (key == .up ? 1 : AddPanel.rows(size)))
            overlays[overlays.count - 1] = .add(prompt)
        default:
            if let effects = handleEverywhere(key) { return effects }
            switch prompt.focus {
            case .url: if prompt.editor.handle(key) { replaceAdd(&prompt) }
            case .folder: if prompt.folder.handle(key) { overlays[overlays.count - 1] = .add(prompt) }
            case .limit: if prompt.limit.handle(key) { overlays[overlays.count - 1] = .add(prompt) }
            case .paused:
                guard key == .character(" ") || key == .left || key == .right else { return [] }
                prompt.isPaused.toggle()
                overlays[overlays.count - 1] = .add(prompt)
            }
        }
        return []
    }

    mutating func handleInFilter(_ key: Key, _ editor: LineEditor) -> [Effect] {
        var editor = editor
        switch key {
        case .escape:
            overlays.removeLast()
            filter = Filter()
            narrow()
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
    func handleEverywhere(_ key: Key) -> [Effect]? {
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
        narrow()
    }

    mutating func replaceAdd(_ prompt: inout AddPrompt) {
        prompt.read(knowing: knownURLs)
        prompt.top = min(prompt.top, max(0, prompt.urls.count - AddPanel.rows(size)))
        overlays[overlays.count - 1] = .add(prompt)
    }

    static func number(_ value: Int) -> String {
        Format.count(value)
    }
}
