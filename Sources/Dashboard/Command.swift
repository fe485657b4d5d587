/// What a person can ask of the dashboard.
public enum Command: String, Sendable, Hashable, CaseIterable {
    case moveDown, moveUp, first, last, pageDown, pageUp, halfPageDown, halfPageUp
    case nextTab, previousTab, showAll, showActive, showQueued, showPaused, showDone, showFailed
    case mark, markAll, invertMarks, unmarkAll
    case add, pause, pauseAll, resume, resumeAll, cancel
    case filter
    case help, redraw, back, quit, suspend

    public enum Group: String, Sendable, Hashable, CaseIterable {
        case move = "Move"
        case select = "Select"
        case act = "Act"
        case view = "View"
        case program = "Program"
    }

    public var group: Group {
        switch self {
        case .moveDown, .moveUp, .first, .last, .pageDown, .pageUp, .halfPageDown, .halfPageUp: .move
        case .nextTab, .previousTab, .showAll, .showActive, .showQueued, .showPaused, .showDone, .showFailed: .view
        case .mark, .markAll, .invertMarks, .unmarkAll: .select
        case .add, .pause, .pauseAll, .resume, .resumeAll, .cancel: .act
        case .filter: .view
        case .help, .redraw, .back, .quit, .suspend: .program
        }
    }

    /// One or two words for the footer.
    public var label: String {
        switch self {
        case .moveDown: "down"
        case .moveUp: "up"
        case .first: "first"
        case .last: "last"
        case .pageDown: "page down"
        case .pageUp: "page up"
        case .halfPageDown: "half page down"
        case .halfPageUp: "half page up"
        case .nextTab: "next tab"
        case .previousTab: "previous tab"
        case .showAll: "all"
        case .showActive: "active"
        case .showQueued: "queued"
        case .showPaused: "paused"
        case .showDone: "done"
        case .showFailed: "failed"
        case .mark: "mark"
        case .markAll: "mark all"
        case .invertMarks: "invert marks"
        case .unmarkAll: "unmark all"
        case .add: "add"
        case .pause: "pause"
        case .pauseAll: "pause all"
        case .resume: "resume"
        case .resumeAll: "resume all"
        case .cancel: "cancel"
        case .filter: "filter"
        case .help: "help"
        case .redraw: "redraw"
        case .back: "back"
        case .quit: "leave"
        case .suspend: "suspend"
        }
    }

    /// One line for the help.
    public var help: String {
        switch self {
        case .moveDown: "One row down"
        case .moveUp: "One row up"
        case .first: "To the first row"
        case .last: "To the last row"
        case .pageDown: "A page down"
        case .pageUp: "A page up"
        case .halfPageDown: "Half a page down"
        case .halfPageUp: "Half a page up"
        case .nextTab: "Next state tab"
        case .previousTab: "Previous state tab"
        case .showAll: "Show all tasks"
        case .showActive: "Show what is being fetched"
        case .showQueued: "Show what waits"
        case .showPaused: "Show what is paused"
        case .showDone: "Show what is finished"
        case .showFailed: "Show what failed or was cancelled"
        case .mark: "Mark or unmark the task and move down"
        case .markAll: "Mark all tasks that are shown"
        case .invertMarks: "Mark what is not marked and the other way round"
        case .unmarkAll: "Unmark all tasks"
        case .add: "Add URLs (a paste opens this by itself)"
        case .pause: "Pause the marked tasks, else the one under the cursor"
        case .pauseAll: "Pause everything"
        case .resume: "Resume what is paused, retry what failed or was cancelled"
        case .resumeAll: "Resume and retry everything"
        case .cancel: "Stop the task and keep its data; resume goes on from there"
        case .filter: "Show only tasks that fit what is typed"
        case .help: "This list of all keys"
        case .redraw: "Draw the whole screen again"
        case .back: "Close the dialog, clear the filter, the marks: one at a time"
        case .quit: "Leave the dashboard"
        case .suspend: "Suspend the program (fg comes back)"
        }
    }

    /// The tab that a tab command shows.
    var tab: Tab? {
        switch self {
        case .showAll: .all
        case .showActive: .active
        case .showQueued: .queued
        case .showPaused: .paused
        case .showDone: .done
        case .showFailed: .failed
        default: nil
        }
    }
}
