public import DownloadCore
import Screen

/// What `haul doctor` prints.
public enum DoctorText {
    /// Three lines a finding at most: the verdict with what was looked at, what was found, and what to do.
    public static func lines(_ findings: [Finding], style: TextStyle) -> [String] {
        findings.flatMap { finding -> [String] in
            let head = Cut.pad(finding.verdict.rawValue, to: 8) + Cut.pad(finding.check.rawValue, to: 14)
            let first = head + style.text(finding.lookedAt) + ": " + style.text(finding.found)
            let indent = String(repeating: " ", count: 22)
            return [first] + (finding.advice.map { [indent + "-> " + style.text($0)] } ?? [])
        }
    }

    /// One object a finding; the verdict on a server carries all that the server said.
    public static func jsonLines(_ findings: [Finding], probe: ProbeReport?) -> [String] {
        let last = findings.lastIndex { $0.check == .probe }
        return findings.indices.map { index in
            var object = object(findings[index])
            if index == last, let probe { object.add("server", ProbeText.json(probe)) }
            return object.line
        }
    }

    private static func object(_ finding: Finding) -> JSONObject {
        var object = JSONObject()
        object.add("v", 1)
        object.add("check", finding.check.rawValue)
        object.add("verdict", finding.verdict.rawValue)
        object.add("lookedAt", finding.lookedAt)
        object.add("found", finding.found)
        object.add("advice", finding.advice)
        return object
    }

    /// The last line for people.
    public static func summary(_ findings: [Finding]) -> String {
        let faults = findings.count { $0.verdict == .fault }
        switch faults {
        case 0: return "Everything that was looked at is in order."
        case 1: return "One thing is to be done."
        default: return "\(faults) things are to be done; begin with the first."
        }
    }

    /// 0 when nothing is wrong, else 1.
    public static func status(_ findings: [Finding]) -> Int32 {
        findings.contains { $0.verdict == .fault } ? 1 : 0
    }
}
