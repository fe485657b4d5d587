import DownloadCore

/// What a person can ask of the dashboard; `words` says what each is called.
public enum Command: String, Sendable, Hashable, CaseIterable {
    case moveDown, moveUp, first, last, pageDown, pageUp, halfPageDown, halfPageUp
    case nextTab, previousTab, showAll, showActive, showQueued, showPaused, showDone, showFailed
    case mark, markRange, markAll, invertMarks, unmarkAll, markText
    case add, addList, pause, pauseAll, resume, resumeAll, startNow, cancel, remove, delete, clearFinished, clearFailed, undo
    case edit, open, openFolder, copyURL, copyPath, verify
    case queueDown, queueUp, raisePriority, lowerPriority, limit, limitAll, limitAlternative
    case openDetails, closeDetails, layout, detailsUp, detailsDown
    case filter, search, searchNext, searchPrevious, sort, sortPrevious, sortNext, invertSort, follow, freeze, units, graph, graphSpan, log,
        mouse
    case help, palette, settings, refresh, redraw, back, quit, stopAgent, suspend

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
        case .mark, .markRange, .markAll, .invertMarks, .unmarkAll, .markText: .select
        case .add, .addList, .edit, .open, .openFolder, .copyURL, .copyPath, .verify, .pause, .pauseAll, .resume, .resumeAll, .startNow,
            .cancel,
            .remove, .delete, .clearFinished, .clearFailed, .undo,
            .queueDown, .queueUp, .raisePriority, .lowerPriority, .limit, .limitAll, .limitAlternative:
            .act
        case .openDetails, .closeDetails, .layout, .detailsUp, .detailsDown, .filter, .units, .graph, .graphSpan, .log, .search,
            .searchNext,
            .searchPrevious, .sort, .sortPrevious, .sortNext, .invertSort, .follow, .freeze, .mouse:
            .view
        case .help, .palette, .settings, .refresh, .redraw, .back, .quit, .stopAgent, .suspend: .program
        }
    }

    /// One or two words for the footer.
    public var label: String { words.label }

    /// One line for the help.
    public var help: String { words.help }

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
