import DownloadCore

/// What a configuration file says: its settings, and everything that is wrong with it.
public struct ConfigurationFile: Sendable, Hashable {
    /// The settings; keys that are absent or wrong have the values they had before.
    public let settings: Settings

    /// In the order of the text; empty when the file is right.
    public private(set) var errors: [ConfigurationError]

    /// The keys of the dashboard that the file changes, in the order of the text; whether there are such commands and keys is not known here.
    public private(set) var keyEntries: [KeyEntry] = []

    /// Where the keys of the settings are that the file names.
    private(set) var places: [String: Place] = [:]

    /// The tables of each list, with the keys that they have, in the order of the text; none of a list that has a mistake.
    private(set) var tables: [String: [TablePlaces]] = [:]

    struct Place: Sendable, Hashable {
        var line: Int
        var column: Int
    }

    /// Where a table of a list and its keys are.
    struct TablePlaces: Sendable, Hashable {
        var place: Place
        var keys: [String: Place]
    }

    /// A file that says more than this is none that a person wrote.
    private static let mostErrors = 100

    /// Reads the text of a file.
    ///
    /// - Parameters:
    ///   - text: the TOML text.
    ///   - file: its name, for messages.
    ///   - previous: the values of keys that are absent (a command) or also of wrong ones (an agent that keeps its last good values).
    public init(parsing text: String, file: String, over previous: Settings = Settings()) {
        var settings = previous
        var errors: [ConfigurationError] = []
        var entries: [KeyEntry] = []
        var tables: [String: [ConfigurationList.Table]] = [:]
        func complain(_ line: Int, _ column: Int, _ key: String?, _ problem: String) {
            errors.append(ConfigurationError(file: file, line: line, column: column, key: key, problem: problem))
        }
        do throws(TOMLDocument.SyntaxError) {
            for leaf in try TOMLDocument(text).leaves {
                // A file of a million wrong keys is one wrong file.
                if errors.count >= Self.mostErrors { break }
                if leaf.path.hasPrefix("keys.") {
                    switch KeyEntry.read(leaf) {
                    case .success(let entry): entries.append(entry)
                    case .failure(let problem): complain(problem.line, problem.column, Self.harmless(leaf.path), problem.text)
                    }
                    continue
                }
                if let list = ConfigurationList.all.first(where: { $0.isMeant(by: leaf.path) }) {
                    if !list.take(leaf, into: &tables) {
                        complain(leaf.line, leaf.column, list.name, "expected tables, each under a line [[\(list.name)]]")
                    }
                    continue
                }
                guard let key = ConfigurationKey.all.first(where: { $0.name == leaf.path }) else {
                    // Of a table in a list that there is not, the keys are no faults of their own.
                    if leaf.path.contains("]."), !leaf.path.hasPrefix("\"") { continue }
                    let shown = Self.harmless(leaf.path)
                    complain(leaf.line, leaf.column, shown, Self.unknown(leaf.path))
                    continue
                }
                places[key.name] = Place(line: leaf.line, column: leaf.column)
                if !key.read(leaf.value, &settings) {
                    let fault = key.complaint(leaf.value)
                    complain(fault.element?.line ?? leaf.line, fault.element?.column ?? leaf.column, key.name, fault.text)
                }
            }
        } catch {
            complain(error.line, error.column, nil, error.sentence(in: text))
        }
        for list in ConfigurationList.all {
            guard let found = tables[list.name] else { continue }
            let problems = list.read(found, &settings)
            if problems.isEmpty { self.tables[list.name] = found.enumerated().map { list.places(of: $1, at: $0) } }
            for problem in problems.prefix(max(0, Self.mostErrors - errors.count)) {
                let key = list.name + (problem.key.map { "." + Self.harmless($0) } ?? "")
                complain(problem.line, problem.column, key, problem.text)
            }
        }
        errors.sort { ($0.line, $0.column) < ($1.line, $1.column) }
        if !entries.isEmpty { settings.keys = Dictionary(entries.map { ($0.command, $0.keys.map(\.text)) }) { $1 } }
        self.settings = settings
        self.errors = errors
        keyEntries = entries
    }

    /// Adds what is wrong with the entries of `[keys]`, which only the dashboard knows.
    ///
    /// - Parameters:
    ///   - problems: each with the number of its entry, and of the key in it when that is what is wrong.
    ///   - file: the file's name, for messages.
    public mutating func addKeyProblems(_ problems: [(entry: Int, key: Int?, text: String)], file: String) {
        errors += placed(problems, file: file)
        sortErrors()
    }

    /// What there is to say of entries of `[keys]`, each with its place.
    func placed(_ problems: [(entry: Int, key: Int?, text: String)], file: String) -> [ConfigurationError] {
        problems.prefix(Self.mostErrors).compactMap { problem in
            guard keyEntries.indices.contains(problem.entry) else { return nil }
            let entry = keyEntries[problem.entry]
            let key = problem.key.flatMap { entry.keys.indices.contains($0) ? entry.keys[$0] : nil }
            let (line, column) = (key?.line ?? entry.line, key?.column ?? entry.column)
            let name = "keys." + Self.harmless(entry.command)
            return ConfigurationError(file: file, line: line, column: column, key: name, problem: Self.harmless(problem.text))
        }
    }

    /// Adds what is wrong with the value of a key for a reason that is not in the file.
    public mutating func addProblem(_ problem: String, key: String, file: String) {
        let place = places[key] ?? Place(line: 1, column: 1)
        errors.append(ConfigurationError(file: file, line: place.line, column: place.column, key: key, problem: Self.harmless(problem)))
        sortErrors()
    }

    private mutating func sortErrors() {
        errors.sort { ($0.line, $0.column) < ($1.line, $1.column) }
    }

    private static func unknown(_ path: String) -> String {
        if let whole = ConfigurationKey.all.first(where: { path.hasPrefix($0.name + ".") }) {
            return "\(whole.name) is no section: expected \(whole.expectation)"
        }
        if let bracket = path.firstIndex(of: "["), !path.hasPrefix("\"") {
            let name = String(path[..<bracket])
            let isSection = ConfigurationKey.all.contains { $0.section == name }
            return isSection ? "this is a section: write [\(name)] with one pair of brackets" : unknownList(name)
        }
        if path == "keys" || ConfigurationKey.all.contains(where: { $0.name.hasPrefix(path + ".") }) {
            return "this is a section: write [\(path)] on a line of its own and its keys below"
        }
        guard let near = NearMiss.best(for: path, among: ConfigurationKey.all.map(\.name)) else {
            return "there is no such key; haul config keys lists them"
        }
        return "there is no such key; did you mean \(near)?"
    }

    private static func unknownList(_ name: String) -> String {
        let known = ConfigurationList.all.map(\.name)
        guard let near = NearMiss.best(for: name, among: known) else {
            return "there are no such tables; haul config keys lists what there is"
        }
        return "there are no such tables; did you mean [[\(near)]]?"
    }

    /// A text from the file for a message: short, without control characters.
    static func harmless(_ text: String) -> String {
        let shown = text.unicodeScalars.prefix(200).map { $0.value < 32 || $0.value == 127 ? $0.escaped(asASCII: true) : String($0) }
        return shown.joined() + (text.unicodeScalars.count > 200 ? "…" : "")
    }
}
