/// A key as a terminal reports it.
public enum Key: Sendable, Hashable {
    case character(Character)
    /// A letter with Control, in lower case.
    case control(Character)
    /// A key with Alt, which terminals send as Escape and the key.
    case alt(Character)
    case enter, escape, tab, backTab, backspace, delete
    case up, down, left, right, home, end, pageUp, pageDown
    case function(Int)

    /// The key as help and footer write it.
    public var label: String {
        switch self {
        case .character(" "): "space"
        case .character(let character): String(character)
        case .control(let letter): "^\(letter)"
        case .alt(let character): "Alt-\(character)"
        case .enter: "Enter"
        case .escape: "Esc"
        case .tab: "Tab"
        case .backTab: "S-Tab"
        case .backspace: "Backspace"
        case .delete: "Del"
        case .up: "Up"
        case .down: "Down"
        case .left: "Left"
        case .right: "Right"
        case .home: "Home"
        case .end: "End"
        case .pageUp: "PgUp"
        case .pageDown: "PgDn"
        case .function(let number): "F\(number)"
        }
    }
}
