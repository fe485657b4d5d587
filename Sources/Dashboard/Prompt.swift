public import DownloadCore

/// A question that one line answers, asked in the status line.
public struct Prompt: Sendable, Hashable {
    public enum Purpose: Sendable, Hashable {
        case limit([TaskID])
        case limitAll
        case markText
        case listFile
    }

    public internal(set) var purpose: Purpose
    public internal(set) var editor = LineEditor()

    init(_ purpose: Purpose) {
        self.purpose = purpose
    }

    var label: String {
        switch purpose {
        case .limit(let ids): ids.count == 1 ? "limit: " : "limit of \(ids.count) tasks: "
        case .limitAll: "limit of everything: "
        case .markText: "mark: "
        case .listFile: "list file: "
        }
    }

    /// What a filter may be.
    static let expressionHint = "text  state:failed  size>1G"

    var hint: String {
        switch purpose {
        case .limit, .limitAll: "500K  10M  80Mbit  off"
        case .markText: Prompt.expressionHint
        case .listFile: "one address a line, or aria2's format"
        }
    }
}
