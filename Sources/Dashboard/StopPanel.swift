import DownloadCore
import Screen

/// The question before the agent is stopped.
enum StopPanel {
    static func draw(_ model: Model, on frame: inout Frame) {
        let running = model.count { Tab.active.contains($0) }
        let waiting = model.count { Tab.queued.contains($0) || Tab.paused.contains($0) }
        let inner = drawDialog("Stop the agent", width: 64, height: 8, model, on: &frame)
        let counts = "\(Format.count(running)) running and \(Format.count(waiting)) waiting downloads stop."
        let isNarrow = inner.width < 60
        let again = isNarrow ? "  Any haul command restarts them." : "  Any haul command starts the agent and its downloads again."
        let lines = ["", "  " + counts, again, "  To leave without stopping: q", ""]
        for (row, line) in lines.enumerated() where row < inner.height - 1 {
            frame.put(Cut.end(line, to: inner.width, ellipsis: model.glyphs.ellipsis), x: inner.x, y: inner.y + row)
        }
        guard inner.height > 0 else { return }
        let y = inner.endY - 1
        var x = frame.put("[ Cancel ]", x: inner.x + 2, y: y, role: .accent, isReversed: true, limit: inner.width - 2)
        x = frame.put("y", x: x + 3, y: y, role: .failed, limit: max(0, inner.endX - x - 3))
        frame.put("  stop it", x: x, y: y, limit: max(0, inner.endX - x))
    }
}

extension Model {
    mutating func handleInStop(_ key: Key) -> [Effect] {
        switch key {
        case .character("y"):
            overlays.removeLast()
            say("Stopping the agent")
            return [.stopAgent]
        case .escape, .enter, .character("q"), .character("n"):
            overlays.removeLast()
            return []
        default: return handleEverywhere(key) ?? []
        }
    }
}
