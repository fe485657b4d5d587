/// Shortening text to a number of cells.
public enum Cut {
    /// Cuts out the middle, so that the beginning and the extension of a file's name stay: two thirds in front, one third behind.
    public static func middle(_ text: String, to width: Int, ellipsis: String) -> String {
        guard TextWidth.of(text) > width else { return text }
        let sign = TextWidth.of(ellipsis)
        guard width > sign + 2 else { return end(text, to: width, ellipsis: "") }
        let clusters = TextWidth.clusters(of: text)
        let tail = take(clusters.reversed(), width / 3)
        let head = take(clusters, width - sign - tail.width)
        return head.clusters.map(\.text).joined() + ellipsis + tail.clusters.reversed().map(\.text).joined()
    }

    /// Cuts off the end.
    public static func end(_ text: String, to width: Int, ellipsis: String) -> String {
        guard TextWidth.of(text) > width else { return text }
        let sign = TextWidth.of(ellipsis)
        guard width > sign else { return take(TextWidth.clusters(of: text), max(0, width)).clusters.map(\.text).joined() }
        return take(TextWidth.clusters(of: text), width - sign).clusters.map(\.text).joined() + ellipsis
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
