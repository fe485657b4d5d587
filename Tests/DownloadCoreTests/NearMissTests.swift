import DownloadCore
import Testing

struct NearMissTests {
    @Test(
        arguments: [
            ("pase", ["pause", "resume", "add"], "pause"), ("paues", ["pause", "resume"], "pause"),
            ("resu", ["resume", "reset"], "resume"),
            ("dashbord.theme", ["dashboard.theme", "dashboard.units"], "dashboard.theme"), ("zzzz", ["pause"], nil), ("", ["a"], nil),
            (String(repeating: "x", count: 70), [String(repeating: "x", count: 69)], nil), ("PAUSE", ["pause"], "pause"),
        ] as [(String, [String], String?)]
    )
    func `the nearest word is what was meant, when one is near`(word: String, known: [String], expected: String?) {
        #expect(NearMiss.best(for: word, among: known) == expected)
    }
}
