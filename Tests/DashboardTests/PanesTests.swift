import Dashboard
import DownloadCore
import Screen
import Testing

struct PanesTests {
    private func press(_ keys: Key..., on model: inout Model) {
        for key in keys { _ = update(&model, .key(key)) }
    }

    private func suffix(_ glyphs: GlyphSet) -> String { glyphs.isASCII ? "-ascii" : "" }

    @Test(arguments: [(200, 60), (120, 40), (80, 24), (40, 15)])
    func `the details alone`(width: Int, height: Int) throws {
        for glyphs in GlyphSet.allCases {
            var model = Samples.model(width, height, glyphs: glyphs)
            press(.enter, on: &model)
            try GoldenFile.expect(view(model), "details-\(width)x\(height)" + suffix(glyphs))
        }
    }

    @Test(arguments: [(200, 60), (120, 40), (80, 24), (40, 15)])
    func `the log`(width: Int, height: Int) throws {
        for glyphs in GlyphSet.allCases {
            var model = Samples.model(width, height, glyphs: glyphs)
            press(.character("L"), on: &model)
            try GoldenFile.expect(view(model), "log-\(width)x\(height)" + suffix(glyphs))
        }
    }

    @Test func `details alone say how many marked tasks keys act on`() {
        var model = Samples.model(80, 24)
        press(.enter, .enter, on: &model)
        let title = "─ Details · debian-13.1.0-amd64-DVD-1.iso · keys act on 2 marked "
        #expect(view(model).text.contains(title))
        press(.character("U"), on: &model)
        #expect(!view(model).text.contains("keys act on"))
    }

    @Test func `Escape dismisses the last failure until there is a newer one`() {
        var model = Samples.model(80, 24)
        let failure = "firmware-bundle-v2.bin: 404 Not Found"
        press(.escape, on: &model)
        #expect(model.marks.isEmpty && view(model).text.contains(failure), "marks come first")
        press(.escape, on: &model)
        #expect(!view(model).text.contains(failure))
        _ = update(&model, .tasks(Samples.tasks))
        #expect(!view(model).text.contains(failure))
        var newer = Samples.task(12, "nightly-build.tar.zst", .failed(Failure(.tls, "cert expired")))
        newer.ended = Samples.clock.advanced(by: .seconds(1))
        _ = update(&model, .tasks(Samples.tasks.map { $0.id == newer.id ? newer : $0 }))
        #expect(view(model).text.contains("nightly-build.tar.zst: cert expired"))
    }

    @Test func `details are asked for only while they are shown`() {
        var model = Samples.model(80, 24)
        #expect(model.wantedDetails == TaskID(rawValue: 1))
        press(.character("j"), on: &model)
        #expect(model.wantedDetails == TaskID(rawValue: 2))
        press(.character("h"), on: &model)
        #expect(model.panes.arrangement == .list && model.wantedDetails == nil)
        press(.character("l"), on: &model)
        #expect(model.panes.arrangement == .split && model.wantedDetails != nil)
        press(.character("l"), on: &model)
        #expect(model.panes.arrangement == .details && model.wantedDetails != nil)
        press(.character("w"), on: &model)
        #expect(model.panes.arrangement == .list)
        #expect(Samples.model(40, 15).wantedDetails == nil)
    }

    @Test func `the log holds what changed, and errors alone`() {
        var model = Samples.model(120, 40)
        #expect(model.log.map(\.kind) == [.waiting, .failed])
        var tasks = Samples.tasks
        tasks[6].state = .running
        _ = update(&model, .tasks(tasks))
        _ = update(&model, .tasks(tasks))
        #expect(model.log.count == 3)
        press(.character("L"), .character("e"), on: &model)
        let screen = view(model).text
        #expect(screen.contains("errors") && screen.contains("firmware-bundle-v2.bin") && screen.contains("1 lines"))
        press(.character("e"), .character("/"), .character("l"), .character("l"), .enter, on: &model)
        #expect(view(model).text.contains("goes on at"))
        press(.escape, .escape, on: &model)
        #expect(model.overlays.isEmpty)
    }

    @Test func `seconds without news count as nothing`() {
        var model = Samples.empty(80, 24)
        _ = update(&model, .totals(Totals(rate: 100)))
        _ = update(&model, .tick(Samples.clock.advanced(by: .seconds(5))))
        _ = update(&model, .totals(Totals(rate: 200)))
        #expect(model.history.values == [100, 0, 0, 0, 0, 200])
    }

    @Test func `units are those of every speed`() {
        var model = Samples.model(120, 40)
        #expect(view(model).text.contains("31.2 MiB/s"))
        press(.character("b"), on: &model)
        #expect(view(model).text.contains("32.7 MB/s"))
        press(.character("b"), on: &model)
        #expect(view(model).text.contains("262 Mbit/s"))
        press(.character("b"), on: &model)
        #expect(model.units == .binary)
    }
}
