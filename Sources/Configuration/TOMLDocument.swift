import CTOML

/// The keys and values of a TOML text, in the order of the text.
struct TOMLDocument {
    struct Leaf {
        var path: String
        var value: TOMLValue
        var line: Int
        var column: Int
    }

    /// Where and why a text is not TOML.
    struct SyntaxError: Error {
        var line: Int
        var column: Int
        var reason: String

        /// What is wrong, with the line and what could stand there: the parser's own words tell a person little.
        func sentence(in text: String) -> String {
            let lines = text.split(separator: "\n", maxSplits: line, omittingEmptySubsequences: false)
            let shown = lines.indices.contains(line - 1) ? lines[line - 1].drop { $0 == " " || $0 == "\t" } : ""
            let content = shown.prefix(60) + (shown.count > 60 ? "…" : "")
            let detail = reason.firstRange(of: ": ").map { reason[$0.upperBound...] } ?? reason[...]
            guard !content.isEmpty else { return "the file cannot be read: " + ConfigurationFile.harmless(String(detail)) }
            let hint =
                if detail.contains("redefine") {
                    "it is in the file already; take one of both out"
                } else if content.first == "[" {
                    "expected [SECTION] or [[TABLE]] on a line of its own"
                } else if content.contains("=") {
                    "expected KEY = VALUE, a text in double quotes, a list in brackets with commas"
                } else {
                    "expected KEY = VALUE, [SECTION], or # before a comment"
                }
            return ConfigurationFile.harmless("\"\(content)\" cannot be read: \(hint) (\(detail))")
        }
    }

    /// The longest text that is parsed, in bytes.
    static let maximumLength = 1 << 20

    private(set) var leaves: [Leaf] = []

    init(_ text: String) throws(SyntaxError) {
        var text = text
        guard text.utf8.count <= Self.maximumLength else {
            throw SyntaxError(line: 1, column: 1, reason: "the file is longer than 1 MiB")
        }
        let parsed = text.withUTF8 { bytes in
            bytes.withMemoryRebound(to: CChar.self) { ctoml_parse($0.baseAddress, $0.count) }
        }
        guard let document = parsed else {
            throw SyntaxError(line: 1, column: 1, reason: "there is not enough memory to read it")
        }
        defer { ctoml_free(document) }
        var failure = ctoml_failure()
        if ctoml_failed(document, &failure) {
            let reason = failure.reason.map { String(cString: $0) } ?? "this is not TOML"
            throw SyntaxError(line: Int(failure.line), column: Int(failure.column), reason: reason)
        }
        for index in 0..<ctoml_count(document) {
            var leaf = ctoml_leaf()
            guard ctoml_leaf_at(document, index, &leaf), let path = leaf.path else { continue }
            var elements: [TOMLValue.Element] = []
            var element = ctoml_leaf()
            while ctoml_element_at(document, index, elements.count, &element) {
                elements.append(.init(value: TOMLValue(element), line: Int(element.line), column: Int(element.column)))
            }
            let value = TOMLValue(leaf, elements: elements)
            leaves.append(Leaf(path: String(cString: path), value: value, line: Int(leaf.line), column: Int(leaf.column)))
        }
    }
}
