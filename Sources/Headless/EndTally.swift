public import DownloadCore
import Screen

/// What has ended, summed up for a message on the desktop.
public struct EndTally: Sendable, Hashable {
    private var finished = 0
    private var failed = 0

    /// The first few, with what became of them.
    private var lines: [String] = []

    private static let mostLines = 3
    private static let longest = 80

    public init() {}

    public var isEmpty: Bool { finished + failed == 0 }

    /// Counts an event that tells of an end.
    public mutating func add(_ kind: Event.Kind) {
        switch kind {
        case .finished(let end):
            finished += 1
            note(end.name, Shown.size(end.file.bytes))
        case .failed(let end):
            failed += 1
            note(end.name, end.failure.detail)
        default: break
        }
    }

    private mutating func note(_ name: String, _ what: String) {
        guard lines.count < Self.mostLines else { return }
        // A name comes from a server: nothing in it may act.
        lines.append(String(Sanitizer.visible(name).prefix(Self.longest)) + ": " + String(Sanitizer.visible(what).prefix(Self.longest)))
    }

    /// One line for all.
    public var summary: String {
        switch (finished, failed) {
        case (1, 0): "A download has finished"
        case (0, 1): "A download has failed"
        case (_, 0): "\(Format.count(finished)) downloads have finished"
        case (0, _): "\(Format.count(failed)) downloads have failed"
        default: "\(Format.count(finished)) finished, \(Format.count(failed)) failed"
        }
    }

    public var body: String {
        let more = finished + failed - lines.count
        return (lines + (more > 0 ? ["and \(Format.count(more)) more"] : [])).joined(separator: "\n")
    }
}
