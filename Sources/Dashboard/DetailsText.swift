import DownloadCore
import Screen

/// The details of a task in words: a label and a text each, the most needed first.
struct DetailsText {
    let task: TaskSnapshot
    let details: Details?
    let model: Model

    struct Line: Sendable, Hashable {
        var label: String
        var text: String
        var role = Role.text

        /// It says why the task does not move.
        var isReason = false
    }

    init?(_ model: Model) {
        guard let task = model.cursorTask else { return nil }
        self.task = task
        self.model = model
        details = model.details?.task.id == task.id ? model.details : nil
    }

    private var dot: String { " \(model.glyphs.separator) " }

    var lines: [Line] {
        var lines = [Line(label: "URL", text: model.safe(task.url))]
        if let final = task.finalURL, final != task.url { lines.append(Line(label: "From", text: model.safe(final))) }
        for mirror in details?.mirrors ?? [] { lines.append(Line(label: "Mirror", text: model.safe(mirror))) }
        lines.append(Line(label: "Save", text: save))
        if var reason {
            reason.isReason = true
            lines.append(reason)
        }
        lines += [Line(label: "Done", text: done), Line(label: "Time", text: time), Line(label: "Speed", text: speed)]
        lines += [Line(label: "Check", text: check), Line(label: "Conns", text: connections), Line(label: "Task", text: about)]
        lines.append(Line(label: "Added", text: added))
        return lines
    }

    private var save: String {
        if case .finished(let file) = task.state { return model.safe(model.shortened(file.path)) + (file.isMissing ? " (gone)" : "") }
        let folder = model.safe(model.shortened(details?.saveFolder ?? details?.folder ?? model.documents))
        if let name = details?.saveName ?? details?.chosenName { return folder + "/" + model.safe(name) }
        let parts = task.name.split(separator: ".", omittingEmptySubsequences: false)
        let ending = parts.count > 1 ? "." + model.safe(String((parts.last ?? "").prefix(8))) : ""
        return "\(folder)/<time>\(ending) (named when it ends)"
    }

    /// Why it does not move.
    private var reason: Line? {
        switch task.state {
        case .waiting(let wait):
            let until = wait.until.map { ", until " + TimeOfDay.text($0, ahead: model.secondsAhead, now: model.clock) } ?? ""
            let failure = wait.failure.map { failure in
                let text = model.safe(StateWords.sentence(failure))
                // What is wrong with a folder or a disk is what it waits for, and not what was before.
                return wait.reason == .directoryMissing || wait.reason == .diskFull ? " (\(text))" : " after: " + text
            }
            let sentence = wait.words
            let advice = StateWords.isByChoice(wait.reason) ? " (! starts it now)" : ""
            return Line(label: "Waits", text: "\(sentence)\(until)\(failure ?? "")\(advice)", role: .waiting)
        case .failed(let failure):
            let keep = failure.isResumable ? " (r goes on from there)" : ""
            return Line(label: "Failed", text: model.safe(StateWords.sentence(failure)) + keep, role: .failed)
        case .queued:
            return Line(label: "Waits", text: turn, role: .queued)
        default: return nil
        }
    }

    /// What a task of the queue waits for.
    private var turn: String {
        let place = task.queuePosition.map { "number \($0) in the queue" }
        guard let obstacle = task.obstacle else { return ["its turn", place].compactMap(\.self).joined(separator: ": ") }
        let until = obstacle.until.map { ", until " + TimeOfDay.text($0, ahead: model.secondsAhead, now: model.clock) } ?? ""
        let advice = obstacle.yieldsToStart ? " (! starts it now)" : ""
        return model.safe(obstacle.words) + until + (place.map { "; " + $0 } ?? "") + advice
    }

    private var done: String {
        guard let total = task.total else { return Format.size(task.done) + ", the length is unknown" }
        let share = total > 0 ? Double(max(0, min(task.done, total))) / Double(total) * 1_000 : 1_000
        let tenths = task.done >= total ? 1_000 : min(999, Int(share))
        let left = total.saturatingSubtract(task.done)
        let rest = left > 0 ? "   left \(Format.size(left))" : ""
        return "\(Format.size(task.done)) of \(Format.size(total)) (\(tenths / 10).\(tenths % 10)%)" + rest
    }

    private var time: String {
        var parts = [Format.duration(task.activeTime) + (task.state.isEnded ? " taken" : " elapsed")]
        if let remaining = task.remaining { parts.append(Format.duration(remaining) + " left") }
        if let end = doneAbout { parts.append(end) }
        if let ended = task.ended { parts.append("ended " + TimeOfDay.text(ended, ahead: model.secondsAhead, now: model.clock)) }
        return parts.joined(separator: "   ")
    }

    /// The time of day at which it will be there.
    var doneAbout: String? {
        guard task.state == .running, let remaining = task.remaining else { return nil }
        return "done about " + TimeOfDay.text(model.clock.advanced(by: remaining), ahead: model.secondsAhead, now: model.clock)
    }

    private var speed: String {
        var parts: [String] = []
        if let speed = task.speed { parts.append(model.rate(speed) + " now") }
        if let average { parts.append(average + " avg") }
        parts.append("limit " + (task.rateLimit.map { model.rate(Double($0)) } ?? "off"))
        return parts.joined(separator: "   ")
    }

    /// Without the unit where the present speed has it already.
    private var average: String? {
        guard let rate = task.averageSpeed.map(model.rate) else { return nil }
        let (unit, present) = (rate.split(separator: " ").last, task.speed.map(model.rate)?.split(separator: " ").last)
        return unit == present ? rate.split(separator: " ").first.map(String.init) : rate
    }

    private var check: String {
        if case .finished(let file) = task.state, let digest = file.digest { return shortened(digest) + " (verified)" }
        return task.checksum.map { shortened($0) + " (verified after download)" } ?? "none asked for"
    }

    private func shortened(_ checksum: Checksum) -> String {
        "\(checksum.algorithm.rawValue) \(checksum.hex.prefix(4))\(model.glyphs.ellipsis)\(checksum.hex.suffix(4))"
    }

    private var connections: String {
        var text = "\(task.connections) of \(task.maximumConnections)"
        if let status = details?.httpStatus { text += ", last reply \(status)" }
        if task.wasted > 0 { text += ", \(Format.size(task.wasted)) fetched twice" }
        return text
    }

    private var about: String {
        var parts = ["#\(task.id)"]
        if !task.session.isEmpty { parts.append("session " + model.safe(task.session)) }
        if task.attempt > 0 { parts.append("try \(task.attempt)") }
        if let failures = details?.failures, failures > 0 { parts.append("\(failures) in vain") }
        if let group = task.group { parts.append("group " + model.safe(group)) }
        if task.priority != .normal { parts.append("\(task.priority) priority") }
        if let isResumable = task.isResumable { parts.append(isResumable ? "can resume" : "cannot resume") }
        return parts.joined(separator: dot)
    }

    private var added: String {
        task.added.seconds > 0 ? TimeOfDay.text(task.added, ahead: model.secondsAhead, now: model.clock) : "unknown"
    }

    /// All in one line, for small panes.
    var summary: String {
        var parts: [String] = []
        if let reason { parts.append(reason.label.lowercased() + ": " + reason.text) }
        parts.append(task.total.map { Format.size(task.done, of: $0) } ?? Format.size(task.done))
        if let speed = task.speed { parts.append(model.rate(speed) + (average.map { " (avg \($0))" } ?? "")) }
        if task.connections > 0 { parts.append("\(task.connections) connection" + (task.connections == 1 ? "" : "s")) }
        if let doneAbout { parts.append(doneAbout) }
        return parts.joined(separator: dot)
    }
}
