import Dashboard
import DownloadCore
import Screen
import Testing

struct DialogTests {
    private func press(_ keys: Key..., on model: inout Model) -> [Effect] {
        keys.flatMap { update(&model, .key($0)) }
    }

    private func type(_ text: String, on model: inout Model) -> [Effect] {
        text.flatMap { update(&model, .key($0 == "\n" ? .enter : $0 == "\t" ? .tab : .character($0))) }
    }

    private func withAgent(_ width: Int, _ height: Int, glyphs: GlyphSet = .unicode) -> Model {
        var model = Model(
            size: Size(width: width, height: height),
            clock: Samples.clock,
            glyphs: glyphs,
            owner: "agent (pid 7)",
            hasAgent: true
        )
        _ = update(&model, .tasks(Samples.tasks))
        return model
    }

    @Test func `folder, start and limit of what is added`() {
        var model = Samples.empty(80, 24)
        var choices = AddChoices()
        choices.folder = "/srv/x"
        choices.isPaused = true
        choices.limit = 1 << 20
        #expect(type("ahttps://e.org/x\t/srv/x\t", on: &model) == [.complete("/srv/x", onlyFolders: true)])
        _ = update(&model, .completions("/srv/x", []))
        #expect(type("\t \t1M\n", on: &model) == [.add(["https://e.org/x"], choices)])
        #expect(type("ahttps://e.org/x\t\t\tfast\n", on: &model) == [] && model.overlays.count == 1)
    }

    @Test func `a failed task with another address is fetched again`() {
        var model = Samples.model(80, 24)
        _ = type("U6e", on: &model)
        _ = press(.backspace, on: &model)
        let id = TaskID(rawValue: 11)
        #expect(
            press(.enter, on: &model)
                == [.edit(id, TaskChange(url: "https://images.example.org/11/firmware-bundle-v2.bi")), .resume([id])]
        )
        _ = type("e\n", on: &model)
        #expect(model.overlays.isEmpty, "nothing changed, nothing done")
        _ = press(.character("e"), .control("u"), on: &model)
        #expect(type("nonsense\n", on: &model) == [] && model.toast?.isError == true)
    }

    @Test func `only y stops the agent`() {
        var model = withAgent(80, 24)
        #expect(press(.character("Q"), .character("Q"), .enter, on: &model) == [] && model.overlays.isEmpty)
        #expect(press(.character("Q"), .character("y"), on: &model) == [.stopAgent])
        var alone = Samples.model(80, 24)
        #expect(press(.character("Q"), on: &alone) == [] && alone.overlays.isEmpty)
    }

    @Test func `a lost agent is said, with the age of the list`() {
        var model = withAgent(80, 24)
        _ = update(&model, .lost(isStopped: false))
        _ = update(&model, .tick(Samples.clock.advanced(by: .seconds(5))))
        let frame = view(model)
        #expect(frame.text.contains("The agent does not answer: the list is 0:05 old (F5 tries again now)"))
        #expect(frame[4, 3].role == .faint && model.wakeUp == .seconds(1))
        #expect(press(.function(5), on: &model) == [.refresh])
        _ = update(&model, .found(owner: "agent (pid 8)"))
        #expect(model.lostSince == nil && model.owner == "agent (pid 8)")
    }

    @Test func `an agent that was ended on purpose is not said to be silent`() {
        for width in [80, 40] {
            var model = withAgent(width, 24)
            _ = update(&model, .lost(isStopped: true))
            // What looks for it may say once more that it is not there.
            _ = update(&model, .lost(isStopped: false))
            #expect(view(model).text.contains(width == 40 ? "agent stopped (F5)" : "The agent was stopped: the list is 0:00 old (F5 starts it again)"))
            _ = update(&model, .found(owner: "agent (pid 8)"))
            _ = update(&model, .lost(isStopped: false))
            #expect(!view(model).text.contains("stopped"))
        }
    }

    @Test func `settings change at once`() {
        var model = Samples.model(80, 24)
        _ = press(.function(2), .down, .enter, .down, .left, on: &model)
        #expect(model.units == .decimal && model.panes.arrangement == .list)
        _ = press(.up, .up, .enter, on: &model)
        #expect(type("2M\n", on: &model) == [.limitAll(2 << 20)])
    }

    @Test func `files are opened and copied when they are there`() {
        var model = Samples.model(80, 24)
        #expect(type("o", on: &model) == [] && model.toast?.isError == true)
        let urls = ["1/debian-13.1.0-amd64-DVD-1.iso", "2/ubuntu-26.04-desktop-amd64.iso"].map { "https://images.example.org/" + $0 }
        #expect(type("y", on: &model) == [.copy(urls.joined(separator: "\n"), as: "2 URLs")])
        #expect(type("Uy", on: &model) == [.copy(urls[0], as: urls[0])])
        let path = "/home/x/Documents/Haul/21.iso"
        #expect(type("GoOY", on: &model) == [.open(path), .open("/home/x/Documents/Haul"), .copy(path, as: path)])
    }

    @Test func `mirrors and headers of a task are changed`() {
        var model = Samples.model(80, 24)
        var details = Samples.details
        details.mirrors = ["https://a.example/x", "https://b.example/x"]
        _ = update(&model, .details(details))
        _ = type("Ue\t", on: &model)
        #expect(view(model).text.contains("Mirrors https://a.example/x https://b.example/x"))
        _ = press(.control("w"), on: &model)
        #expect(
            type("ftp://c.example/x\n", on: &model) == [
                .edit(TaskID(rawValue: 1), TaskChange(mirrors: ["https://a.example/x", "ftp://c.example/x"]))
            ]
        )
        _ = type("e\t", on: &model)
        #expect(type(" c.example\n", on: &model) == [] && model.toast?.isError == true)
        _ = press(.control("u"), on: &model)
        #expect(
            type("\t\tX-Key: 1; Cookie: a=b\n", on: &model) == [
                .edit(TaskID(rawValue: 1), TaskChange(mirrors: [], headers: ["X-Key: 1", "Cookie: a=b"]))
            ]
        )
    }

    @Test func `a list file is asked for`() {
        var model = Samples.model(80, 24)
        #expect(type("A/tmp/list.txt\n", on: &model) == [.addList("/tmp/list.txt")])
    }

    @Test(arguments: [(200, 60), (120, 40), (80, 24), (40, 15)])
    func `the screens`(width: Int, height: Int) throws {
        for glyphs in GlyphSet.allCases {
            let suffix = "-\(width)x\(height)" + (glyphs.isASCII ? "-ascii" : "")
            for (name, key) in [("settings", Key.function(2)), ("edit", .character("e")), ("stop", .character("Q"))] {
                var model = withAgent(width, height, glyphs: glyphs)
                _ = press(key, on: &model)
                try GoldenFile.expect(view(model), name + suffix)
            }
            var model = withAgent(width, height, glyphs: glyphs)
            _ = update(&model, .lost(isStopped: false))
            try GoldenFile.expect(view(model), "lost" + suffix)
        }
    }
}
