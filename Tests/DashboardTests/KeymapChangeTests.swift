import Configuration
import Dashboard
import Screen
import Testing
import TestSupport

struct KeymapChangeTests {
    private func problems(_ changes: Keymap.Change...) -> [Keymap.Problem] {
        Keymap.standard.changed(by: changes).problems
    }

    @Test func `nothing changed is the standard`() {
        #expect(Keymap.standard.changed(by: []).keymap == .standard)
    }

    @Test func `a command gets several keys and loses its own`() {
        let (keymap, problems) = Keymap.standard.changed(by: [.init("pause", ["F5", "space", "B z"])])
        #expect(problems == [])
        #expect(keymap.labels(of: .pause) == ["F5", "space", "Bz"])
        #expect(keymap.match([.function(5)]) == .matched(.pause))
        #expect(keymap.match([.character(" ")]) == .matched(.pause))
        #expect(keymap.match([.character("B")]) == .pending)
        #expect(keymap.match([.character("p")]) == .none)
        // The key was taken from the command that had it.
        #expect(keymap.labels(of: .mark) == [])
        #expect(keymap.labels(of: .moveDown) == Keymap.standard.labels(of: .moveDown))
    }

    @Test func `two commands can change places`() {
        let (keymap, problems) = Keymap.standard.changed(by: [.init("pause", ["r"]), .init("resume", ["p"])])
        #expect(problems == [])
        #expect(keymap.match([.character("r")]) == .matched(.pause))
        #expect(keymap.match([.character("p")]) == .matched(.resume))
    }

    @Test func `leaving is always possible`() {
        let (keymap, problems) = Keymap.standard.changed(by: [.init("quit", [])])
        #expect(problems == [])
        #expect(keymap.labels(of: .quit) == ["^c"])
    }

    @Test func `mistakes say which command or key they are of and change nothing`() {
        let found = problems(
            .init("pase", ["p"]),
            .init("pause", ["p", "Retrun"]),
            .init("resume", ["p"]),
            .init("add", ["^s", "^c", ""])
        )
        #expect(found.map(\.change) == [0, 1, 2, 3, 3, 3])
        #expect(found.map(\.key) == [nil, 1, 0, 0, 1, 2])
        #expect(found[0].text.hasPrefix("there is no command \"pase\"; did you mean pause?"))
        #expect(found[1].text.hasPrefix("there is no key \"Retrun\""))
        #expect(found[2].text == "p is already the key of pause")
        #expect(found[4].text == "^c always leaves, or closes a dialog")
    }

    @Test func `a key that is taken from another command is noted, and so is one that is never reached`() {
        let notes = Keymap.standard.notes(on: [
            .init("pause", ["j", "F11"]), .init("add", ["P"]), .init("resume", ["R"]), .init("resume_all", ["r"]), .init("first", ["g"]),
            .init("last", ["g g", "^s", "Home"]),
        ])
        #expect(notes.map(\.change) == [0, 1, 5])
        #expect(notes.map(\.key) == [0, 0, 0])
        #expect(notes[0].text == "j is taken from move_down, which keeps Down and ^n")
        #expect(notes[1].text == "P is taken from pause_all, which has no key then")
        #expect(notes[2].text == "gg is never reached: g alone is the key of first")
        #expect(Keymap.standard.notes(on: [.init("pause", ["p", "F11"]), .init("add", [])]).isEmpty)
    }

    @Test func `every command has a name of its own that is read back`() {
        #expect(Set(Command.allCases.map(\.configurationName)).count == Command.allCases.count)
        for command in Command.allCases {
            #expect(Command(configurationName: command.configurationName) == command)
            #expect(command.configurationName.utf8.allSatisfy { (97...122).contains($0) || $0 == 0x5F })
        }
    }

    @Test func `footer and help follow the keys`() {
        let (keymap, _) = Keymap.standard.changed(by: [.init("pause", ["F5"]), .init("help", ["F2"])])
        var model = Samples.model(120, 60)
        _ = update(&model, .configured(keymap, .unicode, usesMouse: true))
        #expect(view(model).text.contains("F5 pause"))
        #expect(view(model).text.contains("F2 help"))
        _ = update(&model, .key(.function(2)))
        let lines = view(model).text.split(separator: "\n")
        #expect(lines.contains { $0.contains("F5") && $0.contains(Command.pause.help) })
    }

    @Test func `config example toml lists every key of the configuration and of the dashboard`() throws {
        let root = #filePath.split(separator: "/").dropLast(3).map { "/" + $0 }.joined()
        let path = root + "/config.example.toml"
        let expected = ConfigurationFile.example + Keymap.standard.configuration
        guard recordsGoldens else {
            #expect(readFile(path).map { String(decoding: $0, as: UTF8.self) } == expected)
            return
        }
        try writeFile(expected, to: path)
        Issue.record("recorded \(path)")
    }
}
