/// How added downloads shall be treated, as far as a person said so.
public struct AddChoices: Sendable, Hashable {
    /// As it was typed; nil for the documents folder.
    public var folder: String?
    public var isPaused = false

    /// Bytes a second, of each; nil for none.
    public var limit: Int64?

    public init() {}
}

/// The order in which pasted addresses are queued.
public enum AddOrder: String, Sendable, Hashable, CaseIterable {
    case asPasted, reversed, byName, smallest, largest

    /// At most nine cells.
    var label: String {
        switch self {
        case .asPasted: "as pasted"
        case .reversed: "reversed"
        case .byName: "by name"
        case .smallest: "smallest"
        case .largest: "largest"
        }
    }

    /// Addresses in this order; those of unknown size come last, equal ones as they were pasted.
    func sorted(_ urls: [String], _ sizes: [String: AddPrompt.Length]) -> [String] {
        func bytes(_ url: String) -> Int64? {
            if case .known(let bytes) = sizes[url] { bytes } else { nil }
        }
        func by(_ isBefore: (Int64, Int64) -> Bool) -> [String] {
            let known = urls.enumerated().compactMap { index, url in bytes(url).map { (bytes: $0, index: index, url: url) } }
            let first = known.sorted { $0.bytes == $1.bytes ? $0.index < $1.index : isBefore($0.bytes, $1.bytes) }.map(\.url)
            return first + urls.filter { bytes($0) == nil }
        }
        switch self {
        case .asPasted: return urls
        case .reversed: return urls.reversed()
        case .byName:
            let named = urls.enumerated().map { (name: $0.element.split(separator: "/").last ?? "", index: $0.offset, url: $0.element) }
            return named.sorted { ($0.name, $0.index) < ($1.name, $1.index) }.map(\.url)
        case .smallest: return by(<)
        case .largest: return by(>)
        }
    }
}

/// What shall be different about a task; nil stays as it is.
public struct TaskChange: Sendable, Hashable {
    public var url: String?

    /// Further addresses of the same file; they replace all.
    public var mirrors: [String]?
    public var name: String?

    /// A line each, `Name: value`; they replace all.
    public var headers: [String]?

    public init(url: String? = nil, mirrors: [String]? = nil, name: String? = nil, headers: [String]? = nil) {
        self.url = url
        self.mirrors = mirrors
        self.name = name
        self.headers = headers
    }
}
