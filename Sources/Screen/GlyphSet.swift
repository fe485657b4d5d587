/// The signs a screen is drawn with: one set for Unicode, one for terminals that know ASCII only.
public enum GlyphSet: String, Sendable, Hashable, CaseIterable {
    case unicode, ascii

    public var isASCII: Bool { self == .ascii }

    public var queued: String { isASCII ? "." : "…" }
    public var running: String { isASCII ? ">" : "↓" }
    public var waiting: String { isASCII ? "o" : "◷" }
    public var retrying: String { isASCII ? "~" : "↻" }
    public var paused: String { isASCII ? "=" : "‖" }
    public var checking: String { isASCII ? "#" : "≡" }
    public var done: String { isASCII ? "*" : "✓" }
    public var failed: String { isASCII ? "!" : "✗" }
    public var cancelled: String { isASCII ? "x" : "⊘" }
    public var mark: String { isASCII ? "+" : "●" }
    public var cursor: String { ">" }
    public var ellipsis: String { isASCII ? "~" : "…" }
    public var separator: String { isASCII ? "-" : "·" }
    public var ascending: String { isASCII ? "^" : "▲" }
    public var scrollTrack: String { isASCII ? "|" : "│" }
    public var scrollThumb: String { isASCII ? "#" : "█" }

    /// The eight heights of a column, the lowest first.
    public var heights: [String] {
        isASCII ? ["_", ".", ".", "-", "-", "=", "=", "#"] : ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"]
    }

    /// The pieces of a frame around a dialog.
    public var box: Box {
        isASCII
            ? Box(horizontal: "-", vertical: "|", upperLeft: "+", upperRight: "+", lowerLeft: "+", lowerRight: "+")
            : Box(horizontal: "─", vertical: "│", upperLeft: "┌", upperRight: "┐", lowerLeft: "└", lowerRight: "┘")
    }

    public struct Box: Sendable, Hashable {
        public var horizontal: String
        public var vertical: String
        public var upperLeft: String
        public var upperRight: String
        public var lowerLeft: String
        public var lowerRight: String
    }
}
