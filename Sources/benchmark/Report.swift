/// All rows, as a table for people and as JSON for programs.
struct Report: Sendable {
    var programs: [String] = []
    var rows: [Row] = []

    /// What did not come to a result, Haul's wrong files first of all.
    var problems: [String] = []

    /// A table in Markdown.
    var table: String {
        var lines = [
            programs.joined(separator: ", "), "",
            "| work | measured | haul | best peer | ratio | bar | holds | all |", "| --- | --- | --- | --- | --- | --- | --- | --- |",
        ]
        for row in rows {
            let best = row.best.map { "\(Self.number($0.value)) \(row.unit.rawValue) (\($0.name.rawValue))" } ?? "–"
            let others = row.peers.sorted { $0.key < $1.key }.map { "\($0.key.rawValue) \(Self.number($0.value))" }
            let cells = [
                row.work, row.measure, "\(Self.number(row.haul)) \(row.unit.rawValue)", best, row.ratio.map { Self.number($0) } ?? "–",
                Self.text(row.bar, row.unit), row.holds.map { $0 ? "yes" : "**no**" } ?? "–", others.joined(separator: ", "),
            ]
            lines.append("| " + cells.joined(separator: " | ") + " |")
        }
        lines += problems.isEmpty ? [] : ["", "Problems:"] + problems.map { "- " + $0 }
        return lines.joined(separator: "\n") + "\n"
    }

    /// One object: programs, rows and problems.
    var json: String {
        let rows = rows.map { row in
            let peers = row.peers.sorted { $0.key < $1.key }.map { "\(Self.quoted($0.key.rawValue)):\(Self.json($0.value))" }
            var members = [
                "\"work\":\(Self.quoted(row.work))", "\"measure\":\(Self.quoted(row.measure))",
                "\"unit\":\(Self.quoted(row.unit.rawValue))",
                "\"haul\":\(Self.json(row.haul))", "\"peers\":{\(peers.joined(separator: ","))}",
                "\"ratio\":\(row.ratio.map { Self.json($0) } ?? "null")", "\"holds\":\(row.holds.map { "\($0)" } ?? "null")",
            ]
            switch row.bar {
            case .ratio(let most): members.append("\"mostRatio\":\(Self.json(most))")
            case .value(let most): members.append("\"most\":\(Self.json(most))")
            case .none: break
            }
            return "{\(members.joined(separator: ","))}"
        }
        let programs = programs.map { Self.quoted($0) }.joined(separator: ",")
        let problems = problems.map { Self.quoted($0) }.joined(separator: ",")
        return "{\"programs\":[\(programs)],\"rows\":[\n\(rows.joined(separator: ",\n"))\n],\"problems\":[\(problems)]}\n"
    }

    private static func text(_ bar: Row.Bar, _ unit: Row.Unit) -> String {
        switch bar {
        case .ratio(let most): "≤ \(number(most)) ×"
        case .value(let most): "≤ \(number(most)) \(unit.rawValue)"
        case .none: "–"
        }
    }

    /// Three digits that count.
    static func number(_ value: Double) -> String {
        guard value.isFinite else { return "?" }
        let digits = abs(value) >= 100 ? 0 : abs(value) >= 10 ? 1 : abs(value) >= 1 ? 2 : 3
        let scale = [1.0, 10, 100, 1000][digits]
        let whole = Int64((abs(value) * scale).rounded())
        let sign = value < 0 ? "-" : ""
        guard digits > 0 else { return sign + "\(whole)" }
        let fraction = String(whole % Int64(scale))
        return sign + "\(whole / Int64(scale))." + String(repeating: "0", count: digits - fraction.count) + fraction
    }

    private static func json(_ value: Double) -> String {
        value.isFinite ? "\(value)" : "null"
    }

    private static func quoted(_ text: String) -> String {
        var quoted = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"", "\\": quoted += "\\\(scalar)"
            case _ where scalar.value < 32: quoted += " "
            default: quoted.unicodeScalars.append(scalar)
            }
        }
        return quoted + "\""
    }
}
