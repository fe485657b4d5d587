import Dashboard
import DownloadCore
import Screen
import Testing

/// What is wrong with what was typed is said where it was typed, and at once.
struct AnswerTests {
    private func press(_ keys: Key..., on model: inout Model) -> [Effect] {
        keys.flatMap { update(&model, .key($0)) }
    }

    private func type(_ text: String, on model: inout Model) -> [Effect] {
        text.flatMap { update(&model, .key($0 == "\n" ? .enter : $0 == "\t" ? .tab : .character($0))) }
    }

    private func line(_ number: Int, of model: Model) -> String {
        String(view(model).text.split(separator: "\n", omittingEmptySubsequences: false)[number])
    }

    @Test(arguments: [("tzork\n", "limit of 2 tasks: zork"), ("Tzork\n", "limit of everything: zork")])
    func `a rate that is none is answered in the line it was typed in`(keys: String, typed: String) {
        for (size, answer) in [((80, 24), "✗ That is no rate"), ((40, 15), "✗ That")] {
            var model = Samples.model(size.0, size.1)
            #expect(type(keys, on: &model) == [] && model.overlays.count == 1)
            #expect(line(size.1 - 2, of: model).contains(typed.suffix(5)) && line(size.1 - 2, of: model).contains(answer))
            _ = type("x", on: &model)
            #expect(!line(size.1 - 2, of: model).contains("✗"), "what is typed next is not wrong yet")
        }
    }

    @Test func `a search without a hit says so while it is typed`() {
        var model = Samples.model(80, 24)
        _ = press(.function(3), on: &model)
        _ = type("zork", on: &model)
        #expect(line(22, of: model).contains("search: zork ") && line(22, of: model).contains("✗ Nothing that is shown fits \"zork\""))
    }

    @Test(arguments: ["size>>(((", "state:zork", "speed<x", "size > 1Q"]) func `what is no expression is said`(text: String) {
        var model = Samples.model(80, 24)
        _ = type("/iso " + text, on: &model)
        let word = text.filter { $0 != " " }
        #expect(line(22, of: model).contains("no expression: \(word)"))
        _ = press(.enter, on: &model)
        #expect(line(22, of: model).contains("\"\(word)\" is no expression   Esc clears"))
        _ = press(.escape, on: &model)
        _ = type("," + text + "\n", on: &model)
        #expect(model.overlays.count == 1 && line(22, of: model).contains("✗ \(word) is no expression"))
    }

    @Test func `what a filter may be is said before it is typed, and what is half typed is not wrong`() {
        var model = Samples.model(80, 24)
        _ = type("/", on: &model)
        #expect(line(22, of: model).hasSuffix("text  state:failed  size>1G   21 of 21 "))
        for part in ["size", ">", "1", "G"] {
            _ = type(part, on: &model)
            #expect(!line(22, of: model).contains("expression"))
        }
        #expect(line(22, of: model).contains("/size>1G ") && line(22, of: model).hasSuffix(" 3 of 21 "))
    }

    @Test func `what was said before is no answer to what is typed`() {
        var model = Samples.model(80, 24)
        _ = type("UJ", on: &model)
        #expect(model.toast?.isError == true)
        _ = type("t", on: &model)
        #expect(line(22, of: model).contains("500K  10M  80Mbit  off") && !line(22, of: model).contains("✗"))
    }

    @Test(arguments: ["a/b", "..", String(repeating: "x", count: 256)]) func `a name that cannot be one keeps the dialog open`(name: String)
    {
        var model = Samples.model(80, 24)
        _ = type("Ue\t\t", on: &model)
        #expect(type(name + "\n", on: &model) == [] && model.overlays.count == 1)
        let said = view(model).text.split(separator: "\n").dropLast(3).joined(separator: "\n")
        #expect(said.contains("  The name ") && !said.contains("outputName") && !said.contains("Enter saves"))
        _ = press(.control("u"), on: &model)
        #expect(type("c\n", on: &model) == [.edit(TaskID(rawValue: 1), TaskChange(name: "c"))])
    }

    @Test func `a folder in which nothing can be saved keeps the dialog open`() {
        var model = Samples.empty(80, 24)
        model.folderProblem = "/etc/hosts is no folder"
        _ = type("ahttps://e.org/x\t/etc/hosts/y\n", on: &model)
        #expect(model.overlays.count == 1 && view(model).text.contains("│   /etc/hosts is no folder "))
        model.folderProblem = nil
        _ = press(.control("w"), on: &model)
        var choices = AddChoices()
        choices.folder = "/srv"
        _ = press(.control("u"), on: &model)
        #expect(type("/srv\n", on: &model) == [.add(["https://e.org/x"], choices)])
    }

    @Test func `an answer for a folder that was changed meanwhile adds nothing`() {
        var model = Samples.empty(80, 24).model
        for key in "ahttps://e.org/x\t/srv" { _ = Dashboard.update(&model, .key(key == "\t" ? .tab : .character(key))) }
        #expect(Dashboard.update(&model, .key(.enter)) == [.checkFolder("/srv")])
        _ = Dashboard.update(&model, .key(.character("x")))
        _ = Dashboard.update(&model, .key(.backspace))
        #expect(Dashboard.update(&model, .folderChecked("/srv", problem: nil)) == [] && model.overlays.count == 1)
    }

    @Test(arguments: [
        ("/home/x/new/deep", nil), ("/home/x/./new", nil), ("/home/../home/x", nil), ("/", nil), ("/far/x", nil),
        ("downloads", "A folder begins with / or ~/"), ("~other/x", "A folder begins with / or ~/"),
        ("/etc/hosts/x", "/etc/hosts is no folder"), ("/etc/hosts", "/etc/hosts is no folder"),
        ("/nonexistent/../home/x", "/nonexistent is not there, so /.. behind it leads nowhere"),
        ("/etc", "/etc cannot be written to"), ("/etc/new/x", "No folder can be made in /etc: it cannot be written to"),
    ])
    func `what can be seen of a folder without making it`(path: String, problem: String?) {
        let found: [String: SaveFolder.Found] = [
            "/home": .folder(isWritable: true), "/home/x": .folder(isWritable: true), "/home/..": .folder(isWritable: true),
            "/home/../home": .folder(isWritable: true), "/home/../home/x": .folder(isWritable: true),
            "/etc": .folder(isWritable: false), "/etc/hosts": .other, "/far": .unknown,
        ]
        #expect(SaveFolder.problem(path) { found[$0] ?? .nothing } == problem)
    }
}
