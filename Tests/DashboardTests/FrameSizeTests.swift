import Dashboard
import DownloadCore
import Screen
import Testing

struct FrameSizeTests {
    static let hostile = [
        "a\u{1B}]0;x\u{7}\r\n\u{9B}2J\u{202E}txt.exe", "日本語辞書データ-2026-11.zip", "🎉🎉👨‍👩‍👧🇩🇪☀️.tar.gz",
        "e\u{301}\u{302}\u{303}\u{304}\u{305}\u{306}n.iso",
        String(repeating: "長", count: 300), String(repeating: "\u{301}", count: 300), "", " ", "\u{200B}\u{2066}",
        String(repeating: "x", count: 300),
    ]

    /// Models with odd names in every state, in every dialog.
    static func models(_ width: Int, _ height: Int) -> [Model] {
        let failure = Failure(.tls, hostile[0], httpStatus: nil)
        let wait = Wait(reason: .retry, until: WallTime(nanoseconds: .max), attempt: .max, limit: .max)
        let states: [TaskState] = [
            .running, .failed(failure), .waiting(wait), .finished(FinishedFile(path: "", bytes: -1)), .paused, .queued,
        ]
        var tasks = hostile.enumerated().map { index, name in
            Samples.task(
                Int64(index + 1),
                name,
                states[index % states.count],
                mib: index % 3 == 0 ? nil : 3,
                part: 0.5,
                speed: 1e12,
                left: .max
            )
        }
        tasks[0].total = .max
        tasks[1].done = .min
        tasks[2].total = -5
        tasks[3].connections = .max
        var base = Samples.empty(width, height, glyphs: width % 2 == 0 ? .unicode : .ascii)
        _ = update(&base, .tasks(tasks))
        _ = update(&base, .totals(Totals(of: tasks, limit: .max, freeSpace: .min)))
        let walks: [[Key]] = [
            [], [.character("?")], [.character("a"), .character("日")], [.character("/"), .character("x")], [.character("6")],
            [.character("D")], [.character("*"), .character("D"), .character("1")], [.character("*"), .character("d")],
            [.character("w")], [.character("L"), .character("/"), .character("長")], [.character("z"), .character("b")],
            [.character("?"), .character("p")], [.character(":"), .character("l")], [.character("s")], [.function(3), .character("長")],
            [.function(2)], [.character("e"), .tab, .character("日")], [.character("Q")],
            [.character("t"), .character("1")], [.character(","), .character("長")],
        ]
        return walks.map { keys in
            var model = base
            for key in keys { _ = update(&model, .key(key)) }
            return model
        }
    }

    @Test(arguments: Array(stride(from: 1, through: 200, by: 7)) + [24, 59, 60, 69, 70, 99, 100])
    func `every row of every screen is as wide as the screen`(width: Int) {
        for height in [1, 2, 5, 6, 7, 11, 24, 60] {
            for model in FrameSizeTests.models(width, height) {
                let frame = view(model)
                let rows = frame.text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
                #expect(rows.count == height)
                #expect(rows.allSatisfy { TextWidth.of(String($0)) == width }, "\(width)x\(height)\n\(frame.text)")
                #expect(!frame.text.unicodeScalars.contains { $0 != "\n" && Sanitizer.isHarmful($0) })
                #expect(!frame.title.unicodeScalars.contains { Sanitizer.isHarmful($0) })
                if let cursor = frame.cursor { #expect((0..<width).contains(cursor.x) && (0..<height).contains(cursor.y)) }
            }
        }
    }

    @Test func `the columns of hostile names are aligned`() {
        let frame = view(FrameSizeTests.models(80, 24)[0])
        for y in 3..<13 {
            #expect([34, 43, 56].allSatisfy { frame[$0, y].text == " " })
            #expect(["█", "▏", "▎", "▍", "▌", "▋", "▊", "▉", "·", "▐"].contains(frame[44, y].text))
        }
    }

    @Test(arguments: [UInt64(1), 2, 3, 4, 5, 6, 7, 8]) func `any walk of keys, sizes and lists keeps the model whole`(seed: UInt64) {
        var random = Seeded(state: seed)
        var model = Samples.model(80, 24)
        let keys = Keymap.standard.bindings.flatMap(\.keys) + [.enter, .backspace, .left, .alt("b"), .character("日"), .character("h")]
        for step in 0..<400 {
            if Int.random(in: 0..<12, using: &random) == 0 {
                _ = update(&model, .tasks(Samples.tasks.filter { _ in Bool.random(using: &random) }))
            }
            let message: Message =
                switch Int.random(in: 0..<12, using: &random) {
                case 0: .resize(Size(width: .random(in: 0...150, using: &random), height: .random(in: 0...50, using: &random)))
                case 2: .paste(Bool.random(using: &random) ? "https://e.org/\(step)\nhttps://e.org/a b" : "\u{1B}[201~")
                case 3: .tick(Samples.clock.advanced(by: .seconds(Int64(step))))
                default: .key(keys.randomElement(using: &random) ?? .enter)
                }
            for effect in update(&model, message) {
                if case .pause(let ids) = effect { #expect(!ids.isEmpty) }
                if case .add(let urls, _) = effect { #expect(urls.allSatisfy { $0.hasPrefix("https://") }) }
            }
            #expect(model.marks.allSatisfy { model.index[$0] != nil }, "step \(step): \(message)")
            #expect((model.cursor == nil) == model.visibleTasks.isEmpty)
            if let cursor = model.cursor { #expect(model.visibleTasks.contains { $0.id == cursor }) }
            let frame = view(model)
            #expect(frame.size == model.size)
            // The tab of the files shows no tasks.
            if model.overlays.isEmpty, model.tab != .done, model.panes.arrangement != .details, model.cursor != nil,
                model.size.width >= 24, model.size.height >= 6
            {
                #expect((0..<frame.size.height).contains { frame[0, $0].text == ">" }, "the cursor's row is on the screen")
            }
        }
    }
}

/// A small generator whose walks can be repeated.
private struct Seeded: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
