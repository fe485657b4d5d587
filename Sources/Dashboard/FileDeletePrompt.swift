import DownloadCore
import Screen

/// The question before published files are deleted.
///
/// The files are those of the moment it was asked: what is marked or comes meanwhile changes nothing.
public struct FileDeletePrompt: Sendable, Hashable {
    public let files: [PublishedFile]

    /// The number that is typed when there are many.
    public internal(set) var editor = LineEditor()

    var wantsNumber: Bool { files.count > DeletePrompt.mostAtOnce }

    init(_ files: [PublishedFile]) {
        self.files = files
    }
}

extension Model {
    mutating func handleInFileDelete(_ key: Key, _ prompt: FileDeletePrompt) -> [Effect] {
        var prompt = prompt
        let typed = prompt.editor.text
        switch key {
        case .escape: overlays.removeLast()
        // Cancel has the focus.
        case .enter where typed.isEmpty, .character("q") where typed.isEmpty: overlays.removeLast()
        case .enter:
            guard typed == String(prompt.files.count) else {
                say("That is not \(prompt.files.count): nothing was deleted", isError: true)
                return []
            }
            return delete(prompt)
        case .character("y"):
            guard !prompt.wantsNumber else {
                say("Type \(prompt.files.count) and Enter to delete so many files", isError: true)
                return []
            }
            return delete(prompt)
        default:
            if let effects = handleEverywhere(key) { return effects }
            if prompt.wantsNumber, prompt.editor.handle(key) { overlays[overlays.count - 1] = .deleteFiles(prompt) }
        }
        return []
    }

    private mutating func delete(_ prompt: FileDeletePrompt) -> [Effect] {
        overlays.removeLast()
        let count = prompt.files.count
        say("Deleting " + (count == 1 ? prompt.files[0].originalName : "\(Self.number(count)) files"))
        return [.files(.delete(prompt.files))]
    }
}

/// The dialog before published files are deleted; Cancel has the focus.
enum FileDeletePanel {
    private static let rows = 5

    static func draw(_ prompt: FileDeletePrompt, _ model: Model, on frame: inout Frame) {
        let chosen = prompt.files
        let shown = chosen.count > rows ? rows - 1 : chosen.count
        let hidden = chosen.count { !$0.fits(model.files.text) }
        let title =
            (chosen.count == 1 ? "Delete 1 file" : "Delete \(Format.count(chosen.count)) files")
            + model.hiddenNote(hidden, of: chosen.count)
        let lines = shown + (chosen.count > shown ? 1 : 0)
        let inner = drawDialog(title, width: 78, height: lines + 6, model, on: &frame)
        let isNarrow = inner.width < 60
        var y = inner.y
        for file in chosen.prefix(shown) where y < inner.endY {
            let size = Format.size(file.bytes)
            let word = model.files.verdict(file).map { ", " + $0.word } ?? ""
            let fact = file.state == .missing ? "gone" : isNarrow ? size : size + word
            let room = inner.width - 4 - TextWidth.of(fact)
            let name = Cut.middle(
                model.safe(file.originalName),
                to: max(4, min(room, isNarrow ? room : inner.width - 26)),
                ellipsis: model.glyphs.ellipsis
            )
            frame.put(name, x: inner.x + 2, y: y, limit: inner.width - 2)
            if room > 4 { frame.put(fact, x: isNarrow ? inner.endX - TextWidth.of(fact) : inner.endX - 22, y: y) }
            y += 1
        }
        func line(_ text: String, role: Role = .text) {
            guard y < inner.endY else { return }
            frame.put(Cut.end(text, to: inner.width, ellipsis: model.glyphs.ellipsis), x: inner.x, y: y, role: role, limit: inner.width)
            y += 1
        }
        if chosen.count > shown { line("  and \(Format.count(chosen.count - shown)) more") }
        line("")
        let bytes = chosen.reduce(Int64(0)) { $0.saturatingAdd($1.state == .missing ? 0 : max(0, $1.bytes)) }
        let place = model.safe(model.shortened(chosen.first?.folder ?? model.documents))
        line(
            "  \(Format.size(bytes)) " + (isNarrow ? "deleted for good." : "will be deleted from \(place). No undo for this."),
            role: .failed
        )
        line("")
        guard y < inner.endY else { return }
        drawButtons(prompt, inner, isNarrow, y: y, model, on: &frame)
    }

    private static func drawButtons(
        _ prompt: FileDeletePrompt,
        _ inner: Rect,
        _ isNarrow: Bool,
        y: Int,
        _ model: Model,
        on frame: inout Frame
    ) {
        var x = frame.put("[ Cancel ]", x: inner.x + (isNarrow ? 0 : 2), y: y, role: .accent, isReversed: prompt.editor.text.isEmpty)
        x += isNarrow ? 1 : 5
        if prompt.wantsNumber {
            let label = "type \(prompt.files.count)" + (isNarrow ? ": " : " and Enter to delete: ")
            x = frame.put(label, x: x, y: y, limit: inner.endX - x)
            drawEditor(prompt.editor, model, Rect(x: x, y: y, width: min(8, inner.endX - x), height: 1), on: &frame)
        } else {
            x = frame.put("y", x: x, y: y, role: .failed, limit: inner.endX - x)
            frame.put(
                isNarrow ? " delete" : "  delete " + (prompt.files.count == 1 ? "the file" : "files"),
                x: x,
                y: y,
                limit: inner.endX - x
            )
        }
    }
}
