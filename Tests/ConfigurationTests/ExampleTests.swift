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

    @Test func `the home folder takes the place of its sign`() {
        #expect(Settings().documents.directory(home: "/home/a") == "/home/a/Documents/Haul")
        #expect(Settings.expand("~", home: "/h") == "/h")
        #expect(Settings.expand("~other/x", home: "/h") == "~other/x")
        #expect(Settings.expand("/a/~/b", home: "/h") == "/a/~/b")
    }
}
