/// Something that lies over the list and gets the keys first.
public enum Overlay: Sendable, Hashable {
    /// All keys, scrolled down by so many lines.
    case help(top: Int)
    case add(AddPrompt)
    /// The filter while it is typed.
    case filter(LineEditor)
}
