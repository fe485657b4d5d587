import Configuration
import Testing

@Suite struct ExampleTests {
    @Test func `the example is right and says the defaults`() {
        let file = ConfigurationFile(parsing: ConfigurationFile.example, file: "config.example.toml")
        #expect(file.errors.isEmpty)
        #expect(file.settings == Settings())
        for key in ConfigurationKey.all { #expect(ConfigurationFile.example.contains("\n\(key.shortName) = \(key.defaultText)\n")) }
    }

    @Test func `keys are unique, in sections that are not torn apart, and explained`() {
        let names = ConfigurationKey.all.map(\.name)
        #expect(Set(names).count == names.count)
        var sections: [String] = []
        for key in ConfigurationKey.all where sections.last != key.section { sections.append(key.section) }
        #expect(Set(sections).count == sections.count)
        #expect(sections.first == "")
        for key in ConfigurationKey.all { #expect(key.comment.hasSuffix(".") && !key.comment.contains("\n")) }
    }

    @Test func `what is shown says where each value comes from, and is the same configuration`() {
        let text = """
            naming = "{name}"
            [downloads]
            # nothing
            retries = 5
            [[group]]
            name = "a"
            [[group]]
            name = "b"
            [keys]
            pause = ["F11"]
            """
        let file = ConfigurationFile(parsing: text, file: "c.toml")
        let variables = ["network.proxy": "http_proxy", "naming": "X"]
        let shown = file.shown(file: "/etc/c.toml", variables: variables)
        for line in [
            "# /etc/c.toml", "naming = \"{name}\"  # line 1", "retries = 5  # line 4", "max_concurrent = 5  # default",
            "proxy = \"\"  # default: what http_proxy of the environment says", "[[group]]  # line 5", "[[group]]  # line 7",
            "pause = [\"F11\"]  # line 10",
        ] { #expect(shown.contains("\n" + line + "\n"), "\(line)") }
        for key in ConfigurationKey.all {
            #expect(shown.split(separator: "\n").contains { $0.hasPrefix(key.shortName + " = ") && $0.contains("  # ") }, "\(key.name)")
        }
        let again = ConfigurationFile(parsing: shown, file: "")
        #expect(again.errors.isEmpty && again.settings == file.settings)
    }

    @Test func `the home folder takes the place of its sign`() {
        #expect(Settings().documents.directory(home: "/home/a") == "/home/a/Documents/Haul")
        #expect(Settings.expand("~", home: "/h") == "/h")
        #expect(Settings.expand("~other/x", home: "/h") == "~other/x")
        #expect(Settings.expand("/a/~/b", home: "/h") == "/a/~/b")
    }
}
