import DownloadCore
import Testing

@Suite(.serialized) struct NamingFuzzTests {
    /// Pieces that headers are really made of, so that random inputs reach the inner branches.
    private static let pieces = [
        "attachment", ";", "filename", "filename*", "=", "\"", "\\", "'", "UTF-8''", "iso-8859-1'x'", "%", "%2", "%2F", "%00", "%e2%82%ac",
        "%ff", ".", "..", "/", "-", " ", "\t", ".tar.gz", ".txt", "\u{301}", "\u{202e}", "\u{200d}", "\u{1b}[2J", "漢字", "🇩🇪", "\0", "\r\n",
        "https://", "@", ":", "?", "#", "[", "]", "a", "Z", "0", "{", "}", "{name}", "{date:%Y}", String(repeating: "é", count: 90),
    ]

    private func text(_ random: inout SplitMix) -> String {
        if random.next() % 4 == 0 {
            return HeaderText.decode((0..<Int(random.next() % 300)).map { _ in UInt8(truncatingIfNeeded: random.next()) })
        }
        return (0..<Int(random.next() % 24)).map { _ in Self.pieces[Int(random.next() % UInt64(Self.pieces.count))] }.joined()
    }

    private func isOneComponent(_ name: String) -> Bool {
        (1...255).contains(name.utf8.count) && name != "." && name != ".."
            && !name.utf8.contains(0) && !name.utf8.contains(UInt8(ascii: "/"))
    }

    private func isHarmless(_ name: String) -> Bool {
        isOneComponent(name) && name.utf8.first != UInt8(ascii: ".") && name.utf8.first != UInt8(ascii: "-")
            && name.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control && $0.properties.generalCategory != .format }
    }

    @Test(arguments: [1, 20_261_130, 0xdead_beef] as [UInt64])
    func `whatever a server sends, a name is one valid component`(seed: UInt64) {
        var random = SplitMix(state: seed)
        for _ in 0..<3_000 {
            let hints = NameHints(contentDisposition: text(&random), url: text(&random), mediaType: text(&random))
            let shown = FileName.displayName(hints: hints)
            #expect(isHarmless(shown), "\(hints) -> \(shown.debugDescription)")
            let template = (try? NameTemplate(parsing: text(&random))) ?? .original
            let made = FileName.make(
                template: template,
                hints: hints,
                chosen: random.next() % 4 == 0 ? text(&random) : nil,
                time: WallTime(nanoseconds: Int64(bitPattern: random.next())),
                task: TaskID(rawValue: Int64(bitPattern: random.next())),
                collisions: random.next() % 3 == 0 ? Int(truncatingIfNeeded: random.next() >> 1) : 0
            )
            #expect(isOneComponent(made), "\(hints) -> \(made.debugDescription)")
        }
    }
}

/// A small random generator with a seed: the same inputs in every run.
private struct SplitMix: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
        return mixed ^ (mixed >> 31)
    }
}
