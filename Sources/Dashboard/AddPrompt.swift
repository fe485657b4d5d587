import DownloadCore

/// The dialog in which addresses are typed and pasted, and what would be added from it.
public struct AddPrompt: Sendable, Hashable {
    public internal(set) var editor = LineEditor()

    public internal(set) var folder = LineEditor()
    public internal(set) var limit = LineEditor()
    public internal(set) var isPaused = false
    public internal(set) var order = AddOrder.asPasted

    /// The field that keys go to.
    var focus = Field.url

    enum Field: Sendable, Hashable, CaseIterable {
        case url, folder, paused, limit, order
    }

    /// The list while it is edited as text.
    public internal(set) var text: TextArea?

    /// The folder as it was last completed: the same key goes on to the next field then.
    var completed: String?

    /// The folder that Enter was pressed with, until it is known whether something can be saved there.
    var checking: String?

    /// What servers say of the lengths, by address.
    public internal(set) var lengths: [String: Length] = [:]

    public enum Length: Sendable, Hashable {
        case known(Int64)
        case unknown
    }

    /// What was pasted is asked for; what is typed is no address before its last letter.
    var wasPasted = false

    /// Addresses whose lengths are asked for.
    static let mostLengths = 500

    /// What was pasted as several lines.
    public internal(set) var pasted: [String] = []

    /// The first line of the list that is shown.
    public internal(set) var top = 0

    /// Addresses to add, in the order they were given, each once.
    public private(set) var urls: [String] = []

    /// Addresses that were given before, or that the list already has, not ended.
    public private(set) var duplicates = 0

    /// What is no address, by the numbers of the lines: each line without one, and each word that would be fetched if Haul could.
    public private(set) var invalidLines: [Int] = []

    /// Lines and bytes of one paste that are taken; the rest is dropped.
    static let maximumLines = 100_000
    static let maximumBytes = 16 << 20

    public init() {}

    /// Takes a paste: a single line goes into the text, several become a list.
    mutating func paste(_ text: String) {
        let bounded = text.utf8.count > AddPrompt.maximumBytes ? String(text.prefix(AddPrompt.maximumBytes / 4)) : text
        let lines = bounded.split(omittingEmptySubsequences: false) { $0.isNewline }
        let content = lines.filter { !$0.allSatisfy(\.isWhitespace) }
        wasPasted = true
        if content.count <= 1, pasted.isEmpty {
            editor.insert(content.first.map { String(AddPrompt.trimmed($0)) } ?? "")
        } else {
            // What was typed before becomes the first line of the list.
            if !editor.text.isEmpty { pasted.append(editor.text) }
            editor = LineEditor()
            pasted += lines.prefix(max(0, AddPrompt.maximumLines - pasted.count)).map(String.init)
            if focus == .url { focus = .folder }
        }
    }

    /// Addresses are shown as a list; otherwise as one line in which they are typed.
    public var hasList: Bool { !pasted.isEmpty }

    var fields: [Field] { hasList ? Field.allCases.filter { $0 != .url } : Field.allCases }

    /// Home and End go to the ends of the list, unless a line with something in it is edited.
    var scrollsToEnds: Bool {
        switch focus {
        case _ where !hasList: false
        case .folder: folder.text.isEmpty
        case .limit: limit.text.isEmpty
        case .url, .paused, .order: true
        }
    }

    mutating func move(by step: Int) {
        let fields = fields
        let place = (fields.firstIndex(of: focus) ?? 0) + step
        focus = fields[(place + fields.count) % fields.count]
    }

    /// The next addresses whose length is to be asked for: those that are shown first.
    func wantedLengths(rows: Int, most: Int) -> [String] {
        guard wasPasted, text == nil else { return [] }
        let shown = urls.dropFirst(top).prefix(rows)
        let all = shown.lazy.map(\.self) + urls.prefix(AddPrompt.mostLengths).lazy.map(\.self)
        var wanted: [String] = []
        for url in all where lengths[url] == nil && !wanted.contains(url) {
            wanted.append(url)
            if wanted.count == most { break }
        }
        return wanted
    }

    /// How many lengths are known, and their sum.
    var known: (count: Int, bytes: Int64) {
        var (count, bytes) = (0, Int64(0))
        for url in urls {
            guard case .known(let length) = lengths[url] else { continue }
            count += 1
            bytes = bytes.saturatingAdd(length)
        }
        return (count, bytes)
    }

    /// Sorts what was given into addresses, repeats and the rest.
    mutating func read(knowing known: Set<String>) {
        urls = []
        duplicates = 0
        invalidLines = []
        var seen = known
        for (number, line) in (pasted + [editor.text]).enumerated() {
            let words = PastedWords(line)
            guard !words.isEmpty else { continue }
            // Whoever types an address and nothing else means each letter of it.
            let isTyped = number == pasted.count && !wasPasted
            let found = isTyped && words.count == 1 ? words.all.filter(AddPrompt.isAddress) : words.addresses
            let strangers = found.isEmpty ? 1 : words.strangers
            invalidLines += Array(repeating: number + 1, count: strangers)
            for word in found {
                if seen.insert(AddPrompt.withoutUser(word)).inserted {
                    urls.append(String(word))
                } else {
                    duplicates += 1
                }
            }
        }
    }

    /// Whether a word is an address that Haul can fetch.
    package static func isAddress(_ word: Substring) -> Bool {
        guard word.utf8.count <= 8_192, let address = Address(String(word)) else { return false }
        return ["http", "https", "ftp", "ftps", "sftp"].contains(address.scheme)
    }

    /// The address without user name and password: how tasks are shown and compared.
    static func withoutUser(_ word: Substring) -> String {
        guard let start = word.firstRange(of: "://")?.upperBound else { return String(word) }
        let authority = word[start...].prefix { $0 != "/" && $0 != "?" && $0 != "#" }
        guard let at = authority.lastIndex(of: "@") else { return String(word) }
        return String(word[..<start] + word[word.index(after: at)...])
    }

    private static func trimmed(_ line: Substring) -> Substring {
        let start = line.drop { $0.isWhitespace || $0 == "\u{FEFF}" }
        let end = start.lastIndex { !$0.isWhitespace }
        return end.map { start[...$0] } ?? ""
    }
}
