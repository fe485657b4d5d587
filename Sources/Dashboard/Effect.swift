public import DownloadCore

/// What the program shall do: data, carried out by whoever runs the dashboard.
public enum Effect: Sendable, Hashable {
    case pause([TaskID])
    case pauseAll
    /// Goes on with what is paused and retries what failed or was cancelled.
    case resume([TaskID])
    case resumeAll
    case cancel([TaskID])
    case add([String])
    /// Sends the whole screen again.
    case redraw
    case suspend
    case quit
}
