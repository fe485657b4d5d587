import DownloadCore
import Foundation
import Testing

@testable import Headless

struct JSONLinesTests {
    @Test func `the line of every event is as recorded`() throws {
        var lines = EventSamples.all.compactMap(JSONLines.line)
        lines.append(JSONLines.warning("list.txt:12: this is no address", line: 12, at: EventSamples.start))
        lines.append(JSONLines.summary(EventSamples.summary, at: EventSamples.start))
        try Golden.expect(lines.joined(separator: "\n") + "\n", "events.jsonl")
    }

    @Test func `every line is one JSON object without raw control characters and without secrets`() throws {
        for line in EventSamples.all.compactMap(JSONLines.line) {
            let object = try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
            #expect(object["v"] as? Int == 1)
            #expect(object["event"] is String && object["time"] is String)
            #expect(!line.unicodeScalars.contains { $0.properties.generalCategory == .control })
            #expect(!line.contains("secret"))
        }
    }

    @Test func `a hostile name comes back as it was`() throws {
        let line = try #require(JSONLines.line(for: EventSamples.event(EventSamples.started(EventSamples.hostileName, total: 1))))
        let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
        #expect(object?["name"] as? String == EventSamples.hostileName)
    }

    @Test func `every code of the closed set has its exit status`() throws {
        for code in Failure.Code.allCases {
            let failed = Event.Failed(url: "https://a.example/", name: "a", failure: Failure(code, "why", isResumable: true))
            let line = try #require(JSONLines.line(for: EventSamples.event(.failed(failed))))
            let error = #"{"code":"\#(code.rawValue)","http":null,"message":"why","resumable":true,"exit":\#(code.exitStatus)}"#
            #expect(line.hasSuffix(#""error":\#(error)}"#))
        }
    }

    @Test(arguments: [
        ("https://user:secret@a.example/x@y?z=@", "https://a.example/x@y?z=@"),
        ("ftp://user@name:secret@a.example", "ftp://a.example"),
        ("https://user:secret@\u{301}a.example/", "https://\u{301}a.example/"),
        ("https://a.example?user:x@b", "https://a.example?user:x@b"),
        ("HTTPS://A.example/", "HTTPS://A.example/"),
        ("user:secret@a.example", "(not an address)"),
        ("://@", "://"),
        ("nothing", "nothing"),
    ])
    func `an address is shown without user name and password`(url: String, expected: String) {
        #expect(Array(ShownAddress.of(url).utf8) == Array(expected.utf8))
    }

    @Test(arguments: [
        (Int64.min, "1677-09-21T00:12:43.145Z"), (-1, "1969-12-31T23:59:59.999Z"), (0, "1970-01-01T00:00:00.000Z"),
        (951_782_400_000_000_000, "2000-02-29T00:00:00.000Z"), (4_107_542_399_999_999_999, "2100-02-28T23:59:59.999Z"),
        (4_107_542_400_000_000_000, "2100-03-01T00:00:00.000Z"), (Int64.max, "2262-04-11T23:47:16.854Z"),
    ])
    func `a moment is written in UTC`(nanoseconds: Int64, expected: String) {
        #expect(Timestamp.milliseconds(WallTime(nanoseconds: nanoseconds)) == expected)
        #expect(Timestamp.seconds(WallTime(nanoseconds: nanoseconds)) == expected.prefix(19) + "Z")
    }

    @Test func `numbers that make no sense are still numbers`() throws {
        let speeds = [Double.nan, .infinity, -.infinity, 1e300]
        for speed in speeds {
            let progress = Event.Progress(done: .min, total: .max, speed: speed, remaining: .seconds(Int64.min), connections: -1)
            let line = try #require(JSONLines.line(for: EventSamples.event(.progress(progress))))
            #expect(throws: Never.self) { try JSONSerialization.jsonObject(with: Data(line.utf8)) }
        }
        var object = JSONObject()
        object.add("a", seconds: .milliseconds(-500))
        object.add("b", seconds: .milliseconds(1_050))
        object.add("c", seconds: .nanoseconds(999_999))
        #expect(object.line == #"{"a":-0.5,"b":1.05,"c":0}"#)
    }
}
