public import DownloadCore
public import Screen

/// Where the text of a command goes, as far as its lines depend on that.
public struct TextStyle: Sendable {
    /// The width of the terminal; nil where standard output is none, and lines are as long as they are.
    public var columns: Int?
    public var glyphs: GlyphSet

    /// How many seconds the clocks of this place are ahead of UTC at a moment.
    private let secondsAhead: @Sendable (WallTime) -> Int64

    public init(columns: Int?, isASCII: Bool, secondsAhead: @escaping @Sendable (WallTime) -> Int64 = { _ in 0 }) {
        self.columns = columns
        self.secondsAhead = secondsAhead
        glyphs = isASCII ? .ascii : .unicode
    }

    /// A moment for people: `2026-11-30 15:02:03`, by the clock of this place.
    @Sendable public func time(_ moment: WallTime) -> String {
        Timestamp.local(moment, ahead: secondsAhead(moment))
    }

    func text(_ text: String) -> String {
        Shown.text(text, glyphs)
    }

    /// An address without user and password.
    func address(_ url: String) -> String {
        text(ShownAddress.of(url))
    }
}

/// A member and what it holds, one below the other: `speed        31.2 MiB/s`.
struct Pairs {
    private static let column = 14

    private(set) var lines: [String] = []

    /// Adds a line; none when there is nothing to say.
    mutating func add(_ name: String, _ value: String?) {
        guard let value, !value.isEmpty else { return }
        lines.append(Cut.pad(name, to: Self.column - 1) + " " + value)
    }
}

/// A line that tells of a failure, with what to do next.
enum FailureText {
    static func line(_ failure: Failure) -> String {
        let detail = failure.detail.isEmpty ? "" : ": " + failure.detail
        return "\(failure.code.rawValue)\(detail). \(failure.code.sentence)"
    }
}
