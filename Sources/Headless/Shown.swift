import DownloadCore
import Screen

/// Numbers, names and addresses as lines show them.
enum Shown {
    /// The longest address in cells; the rest is cut off.
    private static let longestAddress = 100

    static func size(_ bytes: Int64) -> String { Format.size(bytes) }
    static func rate(_ bytesPerSecond: Double) -> String { Format.rate(bytesPerSecond) }
    static func percent(_ done: Int64, of total: Int64) -> String { Format.percent(done, of: total) }
    static func duration(_ duration: Duration?) -> String { Format.duration(duration) }

    /// A size of another one: `1.81/4.30 GiB`.
    static func size(_ done: Int64, of total: Int64) -> String {
        Format.size(done, of: total).replacing(" of ", with: "/")
    }

    /// A wait: `8 s`, else `2:30`.
    static func wait(_ duration: Duration) -> String {
        let seconds = max(0, (duration.nanoseconds.saturatingAdd(999_999_999)) / 1_000_000_000)
        return seconds < 60 ? "\(seconds) s" : Format.duration(.seconds(seconds))
    }

    static func text(_ text: String, _ glyphs: GlyphSet) -> String {
        Sanitizer.visible(text, asciiOnly: glyphs.isASCII)
    }

    static func address(_ url: String, _ glyphs: GlyphSet) -> String {
        Cut.end(text(ShownAddress.of(url), glyphs), to: longestAddress, ellipsis: glyphs.ellipsis)
    }

    /// The last part of a path.
    static func fileName(_ path: String, _ glyphs: GlyphSet) -> String {
        text(path.utf8.lastIndex(of: 0x2F).map { String(path[path.utf8.index(after: $0)...]) } ?? path, glyphs)
    }
}
