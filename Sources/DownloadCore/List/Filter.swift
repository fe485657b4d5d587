/// Which tasks are shown: words that all have to fit.
///
/// A plain word is part of the name or the address; `!word` must not fit; `state:failed`, `host:github`, `session:haul`, `size>1G` and
/// `speed < 50k` look at one property. States have the names of their own and those of the tabs, `done` and `active` among them. Letter
/// case counts only in words that have upper-case letters.
public struct Filter: Sendable, Hashable {
    public let text: String
    private let terms: [Term]

    private struct Term: Sendable, Hashable {
        var isInverse = false
        var test: Test
    }

    private enum Test: Sendable, Hashable {
        case text([UInt8], isExact: Bool)
        case state(Set<TaskState.Kind>)
        case host(String)
        case session(String)
        case size(isAbove: Bool, Double)
        case speed(isAbove: Bool, Double)
    }

    public init(_ text: String = "") {
        self.text = text
        let words = Filter.words(text)
        terms = words.compactMap(Filter.term)
        problem = words.first { !Filter.isExpression($0) }
    }

    /// The first word that seems to look at a property and does not: a size that is no number, a state that there is not.
    public let problem: String?

    public var isEmpty: Bool { terms.isEmpty }

    public func fits(_ task: TaskSnapshot) -> Bool {
        terms.allSatisfy { Filter.fits(task, $0.test) != $0.isInverse }
    }

    /// The words, with `size > 1G` as one.
    private static func words(_ text: String) -> [String] {
        var words: [String] = []
        for word in text.split(separator: " ") {
            let begun = words.last.map { $0.lowercased().drop { $0 == "!" } } ?? ""
            let goesOn = ["size", "speed"].contains(begun) && (word.hasPrefix("<") || word.hasPrefix(">"))
            if goesOn || ["size<", "size>", "speed<", "speed>"].contains(begun) {
                words[words.count - 1] += word
            } else {
                words.append(String(word))
            }
        }
        return words
    }

    private static func isExpression(_ word: String) -> Bool {
        let body = word.drop { $0 == "!" }
        let isProperty = ["size<", "size>", "speed<", "speed>", "state:"].contains { body.lowercased().hasPrefix($0) }
        guard isProperty else { return true }
        return switch test(body[...]) {
        case .text: false
        case .state(let kinds): !kinds.isEmpty
        default: true
        }
    }

    private static func term(_ word: String) -> Term? {
        let isInverse = word.hasPrefix("!")
        let body = isInverse ? word.dropFirst() : word[...]
        return body.isEmpty ? nil : Term(isInverse: isInverse, test: test(body))
    }

    private static func test(_ word: Substring) -> Test {
        if let colon = word.firstIndex(of: ":") {
            let value = word[word.index(after: colon)...].lowercased()
            switch word[..<colon].lowercased() {
            case "state": return .state(states(value))
            case "host": return .host(value)
            case "session": return .session(value)
            default: break
            }
        }
        if let sign = word.firstIndex(where: { $0 == "<" || $0 == ">" }), let number = number(word[word.index(after: sign)...]) {
            switch word[..<sign].lowercased() {
            case "size": return .size(isAbove: word[sign] == ">", number)
            case "speed": return .speed(isAbove: word[sign] == ">", number)
            default: break
            }
        }
        let isExact = word.contains(where: \.isUppercase)
        return .text(Array((isExact ? String(word) : word.lowercased()).utf8), isExact: isExact)
    }

    /// The states that a word begins to name, or that a tab shows whose name it begins.
    private static func states(_ word: String) -> Set<TaskState.Kind> {
        guard !word.isEmpty else { return [] }
        let tabs = Tab.allCases.filter { $0 != .all && "\($0)".hasPrefix(word) }
        return Set(TaskState.Kind.allCases.filter { kind in kind.rawValue.hasPrefix(word) || tabs.contains { $0.contains(kind) } })
    }

    /// A number with a binary unit: `500M`, `1.5GiB`, `50k/s`.
    private static func number(_ text: Substring) -> Double? {
        let units: [Character: Double] = ["k": 1_024, "m": 1_048_576, "g": 1_073_741_824, "t": 1_099_511_627_776]
        let digits = text.prefix { $0.isASCII && $0.isNumber || $0 == "." }
        guard let value = Double(digits) else { return nil }
        let unit = text.dropFirst(digits.count).lowercased()
        let size = unit.hasSuffix("/s") ? unit.dropLast(2) : unit[...]
        guard let first = size.first, let factor = units[first] else { return ["", "b"].contains(size) ? value : nil }
        return ["", "b", "ib"].contains(size.dropFirst()) ? factor * value : nil
    }

    private static func fits(_ task: TaskSnapshot, _ test: Test) -> Bool {
        switch test {
        case .text(let bytes, let isExact):
            contains(task.name, bytes, isExact) || contains(task.url, bytes, isExact)
        case .state(let kinds): kinds.contains(task.state.kind)
        case .host(let word): host(of: task.url).contains(word)
        case .session(let word): task.session.lowercased().contains(word)
        case .size(let isAbove, let number): task.total.map { isAbove ? Double($0) > number : Double($0) < number } ?? false
        case .speed(let isAbove, let number): isAbove ? (task.speed ?? 0) > number : (task.speed ?? 0) < number
        }
    }

    private static func host(of url: String) -> String {
        guard let start = url.firstRange(of: "://")?.upperBound else { return "" }
        return url[start...].prefix { $0 != "/" && $0 != "?" }.lowercased()
    }

    /// Bytes instead of characters: a filter key has to be done with ten thousand names in a few milliseconds.
    private static func contains(_ text: String, _ word: [UInt8], _ isExact: Bool) -> Bool {
        let bytes = ContiguousArray((isExact ? text : text.lowercased()).utf8)
        guard let first = word.first, bytes.count >= word.count else { return word.isEmpty }
        for start in 0...(bytes.count - word.count) where bytes[start] == first {
            if word.indices.allSatisfy({ bytes[start + $0] == word[$0] }) { return true }
        }
        return false
    }
}
