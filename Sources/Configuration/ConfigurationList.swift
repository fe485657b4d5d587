import DownloadCore

/// A kind of table that may stand in the file as often as wanted, such as `[[schedule]]`.
public struct ConfigurationList: Sendable {
    /// A key of such a table.
    public struct Key: Sendable {
        public let name: String

        /// What a value must be: `a time such as "22:30"`.
        public let expectation: String

        /// What it is for, in a sentence or two without a line break.
        public let comment: String

        /// A value as TOML.
        public let example: String
    }

    public let name: String

    /// What these tables are for, in a sentence or two without a line break.
    public let comment: String
    public let keys: [Key]

    /// Reads all tables of the file into the settings, which stay as they are when one of them is wrong.
    let read: @Sendable ([Table], inout Settings) -> [Problem]

    /// The tables of some settings, a list of lines each.
    let write: @Sendable (Settings) -> [[String]]

    /// A table as it stands in the file.
    struct Table {
        var line: Int
        var column: Int
        var leaves: [TOMLDocument.Leaf]
    }

    struct Problem {
        var line: Int
        var column: Int

        /// Nil when it is about the table as a whole.
        var key: String?
        var text: String
    }

    /// A key as it is read into an entry.
    struct Field<Entry: Sendable>: Sendable {
        let key: Key
        let read: @Sendable (TOMLValue, inout Entry) -> Bool

        /// The sentence about a value that could not be read.
        let complaint: @Sendable (TOMLValue) -> KeyFault

        /// Nil when the entry has the value that it has without the key.
        let write: @Sendable (Entry) -> String?

        /// The same, written another way.
        init(_ field: Self, write: @escaping @Sendable (Entry) -> String?) {
            key = field.key
            read = field.read
            complaint = field.complaint
            self.write = write
        }

        init<Value>(
            _ name: String,
            _ kind: KeyKind<Value>,
            _ path: any WritableKeyPath<Entry, Value> & Sendable,
            example: String,
            _ comment: String,
            isWritten: @escaping @Sendable (Entry) -> Bool = { _ in true }
        ) {
            key = Key(name: name, expectation: kind.expectation, comment: comment, example: example)
            complaint = kind.complaint
            read = { value, entry in
                guard let found = kind.read(value) else { return false }
                entry[keyPath: path] = found
                return true
            }
            write = { isWritten($0) ? kind.write($0[keyPath: path]) : nil }
        }
    }

    /// More of them are none that a person wrote.
    private static let mostTables = 1_000

    /// - Parameters:
    ///   - name: what stands between the brackets.
    ///   - comment: see there.
    ///   - path: where the entries are in the settings.
    ///   - empty: an entry whose table has no keys.
    ///   - fields: its keys.
    ///   - unique: what of an entry no other one may have, with the key that it comes from; nil where entries may be alike.
    ///   - fault: what is wrong with an entry whose keys are right each for itself: the key and a sentence; nil when nothing is.
    init<Entry: Hashable>(
        _ name: String,
        _ comment: String,
        _ path: any WritableKeyPath<Settings, [Entry]> & Sendable,
        empty: Entry,
        fields: [Field<Entry>],
        unique: (key: String, of: @Sendable (Entry) -> String)? = nil,
        fault: @escaping @Sendable (Entry) -> (key: String?, text: String)?
    ) {
        self.name = name
        self.comment = comment
        keys = fields.map(\.key)
        write = { settings in
            settings[keyPath: path].map { entry in
                fields.compactMap { field in field.write(entry).map { "\(field.key.name) = \($0)" } }
            }
        }
        read = { tables, settings in
            var entries: [Entry] = []
            var problems: [Problem] = []
            var lines: [String: Int] = [:]
            for (index, table) in tables.prefix(Self.mostTables).enumerated() {
                var entry = empty
                var isGood = true
                func complain(_ line: Int, _ column: Int, _ key: String?, _ text: String) {
                    isGood = false
                    problems.append(Problem(line: line, column: column, key: key, text: text))
                }
                let prefix = "\(name)[\(index)]."
                for leaf in table.leaves {
                    let key = String(leaf.path.dropFirst(prefix.count))
                    guard let field = fields.first(where: { $0.key.name == key }) else {
                        complain(leaf.line, leaf.column, key, Self.unknown(key, fields.map(\.key.name)))
                        continue
                    }
                    if !field.read(leaf.value, &entry) {
                        let fault = field.complaint(leaf.value)
                        complain(fault.element?.line ?? leaf.line, fault.element?.column ?? leaf.column, key, fault.text)
                    }
                }
                guard isGood else { continue }
                func complain(of key: String?, _ text: String) {
                    let place = table.leaves.first { $0.path == prefix + (key ?? "") }
                    complain(place?.line ?? table.line, place?.column ?? table.column, key, text)
                }
                if let (key, text) = fault(entry) {
                    complain(of: key, text)
                } else if let (key, value) = unique.map({ ($0.key, $0.of(entry)) }) {
                    if let line = lines[value] {
                        complain(of: key, "there is a [[\(name)]] of this \(key) already, in line \(line)")
                    } else {
                        lines[value] = table.line
                    }
                }
                entries.append(entry)
            }
            if problems.isEmpty { settings[keyPath: path] = entries }
            return problems
        }
    }

    private static func unknown(_ key: String, _ known: [String]) -> String {
        guard let near = NearMiss.best(for: key, among: known) else {
            return "there is no such key here; expected \(known.joined(separator: ", "))"
        }
        return "there is no such key here; did you mean \(near)?"
    }
}

extension ConfigurationList {
    /// Whether a path of the file begins with this name: as a list of tables, or wrongly as something else.
    func isMeant(by path: String) -> Bool {
        path == name || path.hasPrefix(name + "[") || path.hasPrefix(name + ".")
    }

    /// Puts a leaf of the file into the table that it belongs to; false when it is no part of such a table.
    func take(_ leaf: TOMLDocument.Leaf, into tables: inout [String: [Table]]) -> Bool {
        if leaf.value == .table {
            tables[name, default: []].append(Table(line: leaf.line, column: leaf.column, leaves: []))
            return true
        }
        if leaf.path == name {
            // A list without tables says that there are none.
            guard leaf.value == .array([]) else { return false }
            tables[name] = tables[name] ?? []
            return true
        }
        guard leaf.path.hasPrefix(name + "["), let last = tables[name]?.indices.last else { return false }
        tables[name]?[last].leaves.append(leaf)
        return true
    }

    /// Where a table and its keys are in the file.
    func places(of table: Table, at index: Int) -> ConfigurationFile.TablePlaces {
        let keys = table.leaves.map { leaf in
            (String(leaf.path.dropFirst("\(name)[\(index)].".count)), ConfigurationFile.Place(line: leaf.line, column: leaf.column))
        }
        return .init(place: .init(line: table.line, column: table.column), keys: Dictionary(keys) { first, _ in first })
    }

    /// The tables of some settings as the text of a file; without any, one as an example that says nothing.
    ///
    /// - Parameters:
    ///   - settings: the settings.
    ///   - remarks: what follows the head of each table; as many as there are tables, or none.
    /// - Returns: the lines.
    func lines(of settings: Settings, remarks: [String]) -> [String] {
        var lines = ["", "# " + comment]
        let entries = write(settings)
        for (index, entry) in entries.enumerated() {
            lines += ["[[\(name)]]" + (remarks.count == entries.count ? remarks[index] : "")] + entry + [""]
        }
        if entries.isEmpty {
            lines.append("# [[\(name)]]")
            for key in keys { lines += ["# # \(key.comment)", "# # Expected: \(key.expectation).", "# \(key.name) = \(key.example)"] }
        } else {
            lines.removeLast()
        }
        return lines
    }
}
