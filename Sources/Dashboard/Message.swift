public import DownloadCore
public import Screen

/// Everything that can happen to the dashboard.
public enum Message: Sendable, Hashable {
    case key(Key)
    case paste(String)
    case focus(Bool)
    case resize(Size)
    /// All tasks, as they are now.
    case tasks([TaskSnapshot])
    /// What is true of all tasks now; each one adds a column to the graph of the rate, so send one a second while something runs.
    case totals(Totals)
    /// The clock; needed only as often as `Model.wakeUp` says.
    case tick(WallTime)
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
        case .suspend, .terminate, .hangup: return nil
        }
    }
}
