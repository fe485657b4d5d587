import Configuration
import Screen
import Testing

@Suite struct ThemeFileTests {
    private func errors(_ text: String) -> [String] {
        ThemeFile(parsing: text, file: "t.toml").errors.map(\.description)
    }

    @Test(arguments: Theme.builtIn) func `the file of a built-in theme is that theme`(builtIn: Theme.BuiltIn) {
        let file = ThemeFile(parsing: builtIn.file, file: "t.toml", over: .dark)
        #expect(file.errors.isEmpty)
        for role in Role.allCases { #expect(file.theme[role] == builtIn.theme[role]) }
    }

    @Test func `roles that a file does not name stay as they were`() {
        let file = ThemeFile(parsing: "active = \"208 bold\"\n", file: "t.toml", over: .dark)
        #expect(file.errors.isEmpty)
        #expect(file.theme[.active] == Theme.Style(.index(208), .bold))
        #expect(file.theme[.failed] == Theme.dark[.failed])
    }

    @Test(arguments: [
        ("\nactve = \"cyan\"", "t.toml:2:1: actve: there is no such role; did you mean active?"),
        (
            "  active = \"mauve\"",
            "t.toml:1:3: active: expected a colour (\"default\", \"cyan\", \"bright-cyan\", \"208\" or \"#ff8700\") and \"bold\", \"dim\" or "
                + "\"underline\", in any order, not the text \"mauve\""
        ),
        (
            "background_colour = 3",
            "t.toml:1:1: background_colour: there is no such role; the roles are text, faint, title, heading, accent, active, waiting, queued, "
                + "paused, done, failed, mark, notice"
        ),
    ])
    func `a mistake says where it is and what was expected`(text: String, error: String) {
        #expect(errors(text) == [error])
    }

    @Test func `what is no TOML is one error and changes nothing`() {
        let file = ThemeFile(parsing: "active = ", file: "t.toml", over: .mono)
        #expect(file.errors.count == 1 && file.errors.first?.line == 1)
        #expect(file.theme == .mono)
    }

    @Test func `the number of errors is bounded and their text is harmless`() {
        let text = (0..<5_000).map { "\"x\($0)\\u001b[2J\" = 1" }.joined(separator: "\n")
        let found = errors(text)
        #expect(found.count == 100)
        for error in found { #expect(error.unicodeScalars.allSatisfy { $0.value >= 32 }) }
    }
}
