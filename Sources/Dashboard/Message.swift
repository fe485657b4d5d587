public import DownloadCore
public import Screen

/// Everything that can happen to the dashboard.
public enum Message: Sendable, Hashable {
    case key(Key)
    case paste(String)
    case focus(Bool)
    case resize(Size)
    /// The left button of the mouse went down on a cell; both count from 0.
    case click(row: Int, column: Int)
    /// The wheel was turned by so many rows, down when positive.
    case wheel(lines: Int)
    /// The configuration was read again.
    case configured(Keymap, GlyphSet, usesMouse: Bool, usesFunctionKeys: Bool = false)
    /// A part of the list as it is now: what was asked for because of `Model.wantedWindow`, or because something has changed.
    case window(TaskWindow)
    /// What was asked for because of `Model.wantedWindow` is not to be had.
    case unanswered
    /// What was asked for with `Effect.choose`, or because of `Model.wantedRange`.
    case chosen(ChosenTasks, Choosing)
    /// What was asked for with `Effect.lookUp`: those of the tasks that there are.
    case lookedUp([TaskSnapshot], Command, argument: String?)
    /// What was asked for with `Effect.find`; nil when nothing fits.
    case foundRow(Int?)
    /// What was asked for because of `Model.wantedURLs`: those that the list has, of those that were asked for.
    case known([String], asked: [String])
    /// What was asked for because of `Model.wantedDetails`.
    case details(Details)
    /// What has come to be known of the published files.
    case files(FilesNews)
    /// What is true of all tasks now; each one adds a column to the graph of the rate, so send one a second while something runs.
    case totals(Totals)
    /// The length of what an address leads to; nil when the server does not say.
    case length(String, Int64?)
    /// The paths that begin with what was typed.
    case completions(String, [String])
    /// What was asked for with `Effect.checkFolder`: why nothing can be saved there, or nil.
    case folderChecked(String, problem: String?)
    /// The clock; needed only as often as `Model.wakeUp` says.
    case tick(WallTime)
    /// The agent does not answer any more; the tasks stay as they were.
    case lost(isStopped: Bool)
    /// An agent answers again: who does the downloading now.
    case found(owner: String, documents: String? = nil)
    /// The program is about to end: what was put off has to be done now.
    case ending
    /// Something that a person should read: the answer to a command, a refusal.
    case notice(String, isError: Bool)
}

extension Message {
    /// What a terminal's input means to the dashboard; nil for what the program handles itself.
    public init?(_ input: Input) {
        switch input {
        case .key(let key): self = .key(key)
        case .paste(let text): self = .paste(text)
        case .focus(let hasFocus): self = .focus(hasFocus)
        case .resize(let size): self = .resize(size)
        case .mouse(.press(let row, let column)): self = .click(row: row, column: column)
        case .mouse(.wheel(let lines, _, _)): self = .wheel(lines: lines)
        case .suspend, .reload, .terminate, .hangup: return nil
        }
    }
}
