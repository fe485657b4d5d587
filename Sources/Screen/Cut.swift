/// Shortening text to a number of cells.
public enum Cut {
    /// Cuts out the middle, so that the beginning and the extension of a file's name stay: two thirds in front, one third behind.
    public static func middle(_ text: String, to width: Int, ellipsis: String) -> String {
        guard TextWidth.of(text) > width else { return text }
        let sign = TextWidth.of(ellipsis)
        guard width > sign + 2 else { return end(text, to: width, ellipsis: "") }
        let clusters = units(of: text)
        let tail = take(clusters.reversed(), width / 3)
        let head = take(clusters, width - sign - tail.width)
        return head.clusters.map(\.text).joined() + ellipsis + tail.clusters.reversed().map(\.text).joined()
    }

    /// Cuts off the end.
    public static func end(_ text: String, to width: Int, ellipsis: String) -> String {
        guard TextWidth.of(text) > width else { return text }
        let sign = TextWidth.of(ellipsis)
        guard width > sign else { return take(units(of: text), max(0, width)).clusters.map(\.text).joined() }
        return take(units(of: text), width - sign).clusters.map(\.text).joined() + ellipsis
    }

    /// Blanks added behind, or the end cut off, so that exactly `width` cells result.
    public static func pad(_ text: String, to width: Int, ellipsis: String = "") -> String {
        let shown = end(text, to: width, ellipsis: ellipsis)
        return shown + String(repeating: " ", count: max(0, width - TextWidth.of(shown)))
    }

    /// Blanks added in front, so that the text ends at `width` cells.
    public static func padLeft(_ text: String, to width: Int) -> String {
        String(repeating: " ", count: max(0, width - TextWidth.of(text))) + text
    }

    /// The cells of a text; the escape of a character is one, since a piece of it would be read as something else.
    private static func units(of text: String) -> [TextWidth.Cluster] {
        let clusters = TextWidth.clusters(of: text)
        guard clusters.contains(where: { $0.text == "\\" }) else { return clusters }
        var units: [TextWidth.Cluster] = []
        var rest = clusters[...]
        while let first = rest.first {
            let length = escapeLength(rest)
            units.append(length == 1 ? first : TextWidth.Cluster(text: rest.prefix(length).map(\.text).joined(), width: length))
            rest = rest.dropFirst(length)
        }
        return units
    }

    /// The length of `\x1b` or `\u{202e}` at the beginning; 1 for anything else.
    private static func escapeLength(_ clusters: ArraySlice<TextWidth.Cluster>) -> Int {
        let beginning = clusters.prefix(10).map(\.text)
        guard beginning.count >= 4, beginning[0] == "\\" else { return 1 }
        func isHex(_ text: String) -> Bool { text.first.map { $0.isASCII && $0.isHexDigit } ?? false }
        if beginning[1] == "x" { return isHex(beginning[2]) && isHex(beginning[3]) ? 4 : 1 }
        guard beginning[1] == "u", beginning[2] == "{", let end = beginning.firstIndex(of: "}") else { return 1 }
        return end > 3 && beginning[3..<end].allSatisfy(isHex) ? end + 1 : 1
    }

    private static func take(
        _ clusters: some Sequence<TextWidth.Cluster>,
        _ width: Int
    ) -> (clusters: [TextWidth.Cluster], width: Int) {
        var taken: [TextWidth.Cluster] = []
        var used = 0
        for cluster in clusters {
            guard used + cluster.width <= width else { break }
            taken.append(cluster)
            used += cluster.width
        }
        return (taken, used)
    }
}
