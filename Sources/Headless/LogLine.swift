public import DownloadCore
internal import Screen

/// A line of the agent's log.
public enum LogLine {
    /// `2026-11-30T14:02:03Z 4711 text`, all of it harmless on a terminal and without a newline.
    public static func text(_ text: String, at time: WallTime, process: Int32) -> String {
        "\(Timestamp.seconds(time)) \(process) \(Sanitizer.visible(text, asciiOnly: false))"
    }
}
