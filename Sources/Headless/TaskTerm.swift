public import DownloadCore
import Screen

/// Tasks as a command line names them: `7`, `3-9`, `name:TEXT`.
public enum TaskTerm: Sendable, Hashable {
    /// The tasks whose numbers lie in it; a single number is a range of one.
    case numbers(ClosedRange<Int64>)

    /// The tasks whose name contains this.
    case name(String)

    /// Nil when the word is none of these.
    public init?(_ word: String) {
        let prefix = "name:"
        if word.utf8.starts(with: prefix.utf8) {
            let text = String(decoding: word.utf8.dropFirst(prefix.utf8.count), as: UTF8.self)
            guard !text.isEmpty else { return nil }
            self = .name(text)
            return
        }
        let parts = word.utf8.split(separator: 0x2D, omittingEmptySubsequences: false).map { Self.number(Substring($0)) }
        switch (parts.count, parts.first ?? nil, parts.last ?? nil) {
        case (1, let number?, _): self = .numbers(number...number)
        case (2, let first?, let last?) where first <= last: self = .numbers(first...last)
        default: return nil
        }
    }

    private static func number(_ digits: Substring) -> Int64? {
        guard !digits.isEmpty, digits.utf8.allSatisfy({ (48...57).contains($0) }), let number = Int64(digits), number > 0 else {
            return nil
        }
        return number
    }

    /// Whether a task is meant.
    ///
    /// - Parameters:
    ///   - id: its number.
    ///   - names: its original name and the one it was published under; letters of ASCII match in either case.
    /// - Returns: whether it is one of those that the term names.
    public func fits(_ id: TaskID, names: [String]) -> Bool {
        switch self {
        case .numbers(let range): range.contains(id.rawValue)
        case .name(let text): names.contains { Self.lowered($0).contains(Self.lowered(text)) }
        }
    }

    /// Bytes, so that no combining mark hides a letter and no locale changes the meaning.
    private static func lowered(_ text: String) -> [UInt8] {
        text.utf8.map { (65...90).contains($0) ? $0 + 32 : $0 }
    }

    /// It names one task at most.
    public var isSingle: Bool {
        if case .numbers(let range) = self { range.lowerBound == range.upperBound } else { false }
    }

    /// What is said when it fits nothing.
    public var nothingFound: String {
        switch self {
        case .numbers(let range) where range.lowerBound == range.upperBound: "there is no task \(range.lowerBound); see haul list --all"
        case .numbers(let range): "there are no tasks \(range.lowerBound) to \(range.upperBound); see haul list --all"
        case .name(let text): "no task has \(text.quoted) in its name; see haul list --all"
        }
    }

    static func parse(_ word: String) throws(UsageError) -> TaskTerm {
        guard let term = TaskTerm(word) else {
            throw UsageError("\(word.quoted) is no task; give a number such as 7, a range such as 3-9, or name:TEXT.")
        }
        return term
    }
}

/// The tasks that a command is for.
public enum TaskTargets: Sendable, Hashable {
    /// All of a session; nil for the session `haul`.
    case all(session: SessionIdentifier?)
    case terms([TaskTerm])
}
