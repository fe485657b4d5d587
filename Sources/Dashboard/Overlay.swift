/// Something that lies over the list and gets the keys first.
public enum Overlay: Sendable, Hashable {
    case help(Help)
    case palette(Palette)
    case add(AddPrompt)
    /// The filter while it is typed.
    case filter(LineEditor)
    /// A line for one answer.
    case prompt(Prompt)
    case delete(DeletePrompt)
    case deleteFiles(FileDeletePrompt)
    case log(LogView)
    case sort(Menu)
    case settings(Menu)
    case edit(EditForm)
    case stopAgent
    /// What is searched for while it is typed.
    case search(LineEditor)
    /// What published files are searched for while it is typed.
    case fileSearch(LineEditor)

    /// Text is typed here, and what there is to say of it is said here.
    var takesText: Bool {
        switch self {
        case .add, .edit, .filter, .fileSearch, .search, .prompt, .palette: true
        case .help, .delete, .deleteFiles, .log, .sort, .settings, .stopAgent: false
        }
    }
}
