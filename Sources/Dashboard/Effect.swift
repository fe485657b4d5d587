public import DownloadCore

/// What the program shall do: data, carried out by whoever runs the dashboard.
public enum Effect: Sendable, Hashable {
    case pause([TaskID])
    case pauseAll
    /// Asks which tasks are chosen: answered with `Message.chosen`.
    case choose(TaskChoice, Choosing)
    /// Asks for tasks beyond the window that a command is for: answered with `Message.lookedUp`.
    case lookUp([TaskID], Command, argument: String? = nil)
    /// Asks for the next row that fits: answered with `Message.foundRow`.
    case find(TaskSearch)
    /// Goes on with what is paused and retries what failed or was cancelled.
    case resume([TaskID])
    case resumeAll
    case cancel([TaskID])
    case startNow([TaskID])
    /// Takes tasks off the list, with their partial data; finished files stay.
    case remove([TaskID])
    /// Takes tasks off the list and deletes their finished files too.
    case delete([TaskID])
    /// One place up or down in the queue, in this order.
    case move([TaskID], isUp: Bool)
    case prioritize([TaskID], Priority)
    /// Bytes a second; nil for no limit.
    case limit([TaskID], Int64?)
    case limitAll(Int64?)
    case limitAlternative(Bool)
    case add([String], AddChoices = AddChoices())
    /// Adds what a list file names; the path is as it was typed.
    case addList(String)
    /// Looks for what a path can be completed to; the answer is `Message.completions`.
    case complete(String, onlyFolders: Bool)
    /// Looks whether something can be saved in a folder, as it was typed; the answer is `Message.folderChecked`.
    case checkFolder(String)
    case edit(TaskID, TaskChange)
    /// Opens a file or a folder with the desktop's program.
    case open(String)
    /// Puts a text on the terminal's clipboard; the second one is what the status line calls it.
    case copy(String, as: String)
    /// Does something with published files.
    case files(FilesEffect)
    /// Asks for everything again, and for an agent if there is none.
    case refresh
    /// Ends the agent, and with it the dashboard.
    case stopAgent
    /// Sends the whole screen again.
    case redraw
    /// Asks the terminal for clicks and the wheel, or leaves the mouse to it.
    case useMouse(Bool)
    case suspend
    case quit
}

/// What tasks are chosen for.
public enum Choosing: Sendable, Hashable {
    case mark
    case invertMarks
    /// Marks those that fit an expression, and tells how many.
    case markFitting
    /// The range from its beginning to the cursor.
    case range
    /// Takes them off the list.
    case remove
}
