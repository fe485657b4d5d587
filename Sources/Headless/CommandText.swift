import DownloadCore
public import Screen

/// Where the text of a command goes, as far as its lines depend on that.
public struct TextStyle: Sendable, Hashable {
    /// The width of the terminal; nil where standard output is none, and lines are as long as they are.
    public var columns: Int?
    public var glyphs: GlyphSet

    public init(columns: Int?, isASCII: Bool) {
        self.columns = columns
        glyphs = isASCII ? .ascii : .unicode
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
