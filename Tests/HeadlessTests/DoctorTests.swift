import DownloadCore
import Foundation
import Screen
import Testing

@testable import Headless

struct DoctorTests {
    private static func findings(_ sample: DoctorSample) -> [Finding] {
        Doctor(sample.facts).findings
    }

    @Test(arguments: DoctorSample.all)
    func `what is wrong is said as recorded`(sample: DoctorSample) throws {
        let findings = Self.findings(sample)
        let lines = DoctorText.lines(findings, style: TextStyle(columns: nil, isASCII: false)) + [DoctorText.summary(findings)]
        #expect(lines.allSatisfy { !$0.unicodeScalars.contains(where: Sanitizer.isHarmful) && !$0.contains("secret") })
        try Golden.expect(lines.joined(separator: "\n") + "\n", "doctor-\(sample.name).txt")
    }

    @Test(arguments: DoctorSample.all)
    func `a program gets one object a line`(sample: DoctorSample) throws {
        for line in DoctorText.jsonLines(Self.findings(sample), probe: sample.facts.probe) {
            let object = try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
            #expect(object["v"] as? Int == 1 && object["check"] is String && object["verdict"] is String && !line.contains("secret"))
        }
        let lines = DoctorText.jsonLines(Self.findings(sample), probe: sample.facts.probe)
        if sample.facts.probe != nil { try Golden.expect(lines.joined(separator: "\n") + "\n", "doctor-\(sample.name).jsonl") }
    }

    @Test(arguments: DoctorSample.all)
    func `the checks keep their order and none is left out`(sample: DoctorSample) {
        let checks = Self.findings(sample).map(\.check)
        let order = Finding.Check.allCases
        let places = checks.compactMap { order.firstIndex(of: $0) }
        #expect(places == places.sorted())
        #expect(Set(checks).union([.probe]) == Set(order))
        #expect(checks.contains(.probe) == (sample.facts.probe != nil))
    }

    @Test(arguments: DoctorSample.all)
    func `only a fault ends with 1, and each says what to do`(sample: DoctorSample) {
        let findings = Self.findings(sample)
        #expect(DoctorText.status(findings) == (sample.fault == nil ? 0 : 1))
        if let fault = sample.fault { #expect(findings.contains { $0.check == fault && $0.verdict == .fault }) }
        for finding in findings where finding.verdict == .fault { #expect(finding.advice != nil, "\(finding)") }
    }

    @Test(arguments: [
        ("com.example.app", "com.example.App", true), ("com.example.app", " com.example.app", true),
        ("com.example.app", "com.exmaple.app", true),
        ("com.example.app", "com.example.app2", true), ("com.example.app", "org.other.thing", false), ("a", "b", false),
        ("ab", "ba", false), ("ab", " AB", true), ("jobs2", "jobs1", true), ("job1", "job2", false), ("mirror-a", "mirror-bc", false),
        ("com.example.one", "com.example.two", false), ("com.example.aqq", "com.example.app", true),
        ("\u{E9}tude", "e\u{301}tude", true), ("", "", false),
    ])
    func `identifiers that may be meant are found`(wanted: String, known: String, isNear: Bool) {
        guard let wanted = SessionIdentifier(wanted), let known = SessionIdentifier(known) else { return }
        #expect(NearMiss.sessions(like: wanted, among: [known]) == (isNear ? [known] : []))
    }

    @Test func `the nearest identifier comes first and the identifier itself never`() {
        let known = ["com.example.aqq", "com.example.APP", "com.example.app", "com.example.apq"].map(TaskSamples.identifier)
        let near = NearMiss.sessions(like: TaskSamples.identifier("com.example.app"), among: known)
        #expect(near.map(\.text) == ["com.example.APP", "com.example.apq", "com.example.aqq"])
    }

    @Test(arguments: WaitReason.allCases)
    func `every wait has a meaning`(reason: WaitReason) {
        let words = WaitAdvice.of(reason, task: TaskID(rawValue: 7))
        #expect(!words.meaning.isEmpty && (!words.isFault || words.advice != nil))
    }
}
