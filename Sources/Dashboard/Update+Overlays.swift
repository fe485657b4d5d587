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
            if prompt.text != nil {
                prompt.text?.paste(text)
                overlays[overlays.count - 1] = .add(prompt)
                return
            }
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
        case .delete, .deleteFiles, .log, .sort, .settings, .stopAgent:
            // Nothing that is pasted may confirm a deletion.
            return
        case .fileSearch(var editor):
            editor.insert(text.split(whereSeparator: \.isNewline).first.map(String.init) ?? "")
            overlays[overlays.count - 1] = .fileSearch(editor)
            searchFiles(editor.text)
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
