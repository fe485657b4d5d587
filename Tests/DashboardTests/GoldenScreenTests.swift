import Dashboard
import DownloadCore
import Screen
import Testing

struct GoldenScreenTests {
    @Test(arguments: [(200, 60), (120, 40), (80, 24), (60, 12), (40, 15), (24, 6), (20, 4)])
    func `the list`(width: Int, height: Int) throws {
        try GoldenFile.expect(view(Samples.model(width, height)), "list-\(width)x\(height)")
    }

    @Test(arguments: [(200, 60), (120, 40), (80, 24), (40, 15)])
    func `the list in ASCII holds nothing else`(width: Int, height: Int) throws {
        let frame = view(Samples.model(width, height, glyphs: .ascii))
        #expect(frame.text.utf8.allSatisfy { $0 < 0x80 })
        #expect(frame.title.utf8.allSatisfy { $0 < 0x80 })
        try GoldenFile.expect(frame, "ascii-\(width)x\(height)")
    }

    @Test(arguments: [(80, 24), (40, 15)])
    func `the roles`(width: Int, height: Int) throws {
        try GoldenFile.expect(view(Samples.model(width, height)), "roles-\(width)x\(height)", hasRoles: true)
    }

    @Test(arguments: [(120, 40), (80, 24), (40, 15), (24, 6)])
    func `the empty screen`(width: Int, height: Int) throws {
        var model = Samples.empty(width, height)
        _ = update(&model, .totals(Totals(freeSpace: 412 << 30)))
        try GoldenFile.expect(view(model), "empty-\(width)x\(height)")
    }

    @Test(arguments: [(80, 24), (40, 15), (24, 6)])
    func `the help`(width: Int, height: Int) throws {
        var model = Samples.model(width, height)
        _ = update(&model, .key(.character("?")))
        try GoldenFile.expect(view(model), "help-\(width)x\(height)")
    }

    @Test(arguments: [(80, 24), (40, 15), (24, 6)])
    func `many pasted addresses`(width: Int, height: Int) throws {
        var model = Samples.model(width, height)
        let urls = (1...497).map { "https://data.example.org/set/part-\(1_000 + $0).parquet" }
        let lines = ["\u{FEFF}# a list", ""] + urls + [urls[0], urls[1], "no address here"]
        _ = update(&model, .paste(lines.joined(separator: "\r\n")))
        try GoldenFile.expect(view(model), "paste-\(width)x\(height)")
    }

    @Test func `one address being typed`() throws {
        var model = Samples.model(80, 24)
        _ = update(&model, .key(.character("a")))
        for character in "https://e.org/日本" { _ = update(&model, .key(.character(character))) }
        try GoldenFile.expect(view(model), "add-80x24")
    }

    @Test(arguments: [(80, 24), (40, 15)])
    func `a filter being typed`(width: Int, height: Int) throws {
        var model = Samples.model(width, height)
        for character in "/parquet" { _ = update(&model, .key(.character(character))) }
        try GoldenFile.expect(view(model), "filter-\(width)x\(height)")
    }

    @Test func `every reason to wait and to fail fits its column`() throws {
        var model = Samples.empty(80, 60)
        var tasks = WaitReason.allCases.enumerated().map { index, reason in
            Samples.task(Int64(index + 1), reason.rawValue, .waiting(Wait(reason: reason, attempt: 12)), mib: 10, part: 0.5)
        }
        tasks += Failure.Code.allCases.enumerated().map { index, code in
            Samples.task(Int64(index + 101), code.rawValue, .failed(Failure(code, "")), mib: 10, part: 0.5)
        }
        _ = update(&model, .tasks(tasks))
        try GoldenFile.expect(view(model), "reasons-80x60")
    }
}
