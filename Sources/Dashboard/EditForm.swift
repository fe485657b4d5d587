import DownloadCore
import Screen

/// The dialog that changes what a task asks for.
public struct EditForm: Sendable, Hashable {
    let task: TaskID

    /// The texts as they were, to tell what was changed.
    let before: [String]
    var editors: [LineEditor]
    var row = 0

    static let labels = ["URL", "Mirrors", "Name", "Headers"]

    init(_ task: TaskSnapshot, _ details: Details?) {
        self.task = task.id
        let known = details?.task.id == task.id ? details : nil
        before = [task.url, known?.mirrors.joined(separator: " ") ?? "", known?.chosenName ?? "", ""]
        editors = before.map { LineEditor($0) }
    }

    var focused: LineEditor {
        get { editors[row] }
        set { editors[row] = newValue }
    }

    /// What is different now; nil inside for nothing.
    var change: TaskChange {
        let texts = editors.map(\.text)
        return TaskChange(
            url: texts[0] == before[0] ? nil : texts[0],
            mirrors: texts[1] == before[1] ? nil : texts[1].split(separator: " ").map(String.init),
            name: texts[2] == before[2] || texts[2].isEmpty ? nil : texts[2],
            headers: texts[3].isEmpty ? nil : texts[3].split(separator: ";").map { String($0.drop { $0 == " " }) }
        )
    }
}

enum EditPanel {
    static func draw(_ form: EditForm, _ model: Model, on frame: inout Frame) {
        let inner = drawDialog("Edit task \(form.task)", width: 78, height: 9, model, on: &frame)
        for (row, label) in EditForm.labels.enumerated() where row < inner.height {
            let isFocused = row == form.row
            let y = inner.y + row + (inner.height > 4 ? 1 : 0)
            guard y < inner.endY else { break }
            frame.put((isFocused ? model.glyphs.cursor : " ") + " " + label, x: inner.x, y: y, role: isFocused ? .accent : .text)
            let before = frame.cursor
            drawEditor(form.editors[row], model, Rect(x: inner.x + 10, y: y, width: max(2, inner.width - 11), height: 1), on: &frame)
            if !isFocused { frame.cursor = before }
            // What is there may be secret and is not shown: what is typed takes its place.
            guard row == EditForm.labels.count - 1, form.editors[row].text.isEmpty else { continue }
            let text = "as they are (Name: value; Name: value)"
            frame.put(
                Cut.end(text, to: inner.width - 11, ellipsis: model.glyphs.ellipsis),
                x: inner.x + 10,
                y: y,
                role: .faint,
                limit: inner.width - 11
            )
        }
        guard inner.height >= 7 else { return }
        let hint = "  Enter saves   Tab next field   mirrors: with blanks between them"
        let (text, role) = model.problem.map { ("  " + $0, Role.failed) } ?? (hint, .faint)
        frame.put(Cut.end(text, to: inner.width, ellipsis: model.glyphs.ellipsis), x: inner.x, y: inner.endY - 1, role: role)
    }
}

extension Model {
    mutating func handleInEdit(_ key: Key, _ form: EditForm) -> [Effect] {
        var form = form
        switch key {
        case .escape:
            overlays.removeLast()
            return []
        case .tab, .down: form.row = (form.row + 1) % form.editors.count
        case .backTab, .up: form.row = (form.row + form.editors.count - 1) % form.editors.count
        case .enter: return save(form)
        default:
            if let effects = handleEverywhere(key) { return effects }
            guard form.focused.handle(key) else { return [] }
        }
        overlays[overlays.count - 1] = .edit(form)
        return []
    }

    private mutating func save(_ form: EditForm) -> [Effect] {
        let change = form.change
        if let url = change.url, !AddPrompt.isAddress(url[...]) {
            say("That is no address: http, https, ftp, ftps or sftp", isError: true)
            return []
        }
        if let wrong = change.mirrors?.first(where: { !AddPrompt.isAddress($0[...]) }) {
            say("\(wrong) is no address", isError: true)
            return []
        }
        if let name = change.name {
            do throws(FileName.Unfit) {
                try FileName.check(chosen: name)
            } catch {
                let reason = "\(error)"
                say(reason.prefix(1).uppercased() + reason.dropFirst(), isError: true)
                return []
            }
        }
        if change.headers?.contains(where: { HeaderField(parsing: $0) == nil }) ?? false {
            say("A header is written Name: value", isError: true)
            return []
        }
        overlays.removeLast()
        guard change != TaskChange() else { return [] }
        guard let task = tasks.first(where: { $0.id == form.task }) else { return [] }
        say("Changing " + task.name)
        // Whoever corrects the address of a failed task wants it fetched.
        return [.edit(form.task, change)] + (task.state.isEnded ? [.resume([form.task])] : [])
    }
}
