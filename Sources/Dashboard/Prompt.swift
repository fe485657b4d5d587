public import DownloadCore

/// A question that one line answers, asked in the status line.
public struct Prompt: Sendable, Hashable {
    public enum Purpose: Sendable, Hashable {
        case limit([TaskID])
        case limitAll
        case markText
        case listFile
    }

    public internal(set) var purpose: Purpose
    public internal(set) var editor = LineEditor()

    init(_ purpose: Purpose) {
        self.purpose = purpose
    }

    var label: String {
        switch purpose {
        case .limit(let ids): ids.count == 1 ? "limit: " : "limit of \(ids.count) tasks: "
        case .limitAll: "limit of everything: "
        case .markText: "mark: "
        case .listFile: "list file: "
        }
    }

    var hint: String {
        switch purpose {
        case .limit, .limitAll: "10M  10MB  80Mbit  off"
        case .markText: "text  state:failed  size>1G"
        case .listFile: "one address a line, or aria2's format"
        }
    }
}

/// A rate as people type it.
enum RateText {
    /// Bytes a second; nil inside for none, nil outside for what is no rate.
    ///
    /// `10M` and `10MiB` count in steps of 1024, `10MB` and `80Mbit` in steps of 1000, as the screen writes them.
    static func parse(_ text: String) -> Int64?? {
        var word = text.lowercased().filter { $0 != " " }[...]
        if word == "off" || word == "none" { return .some(nil) }
        if word.hasSuffix("/s") || word.hasSuffix("ps") { word = word.dropLast(2) }
        let digits = word.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
        guard let number = Double(digits), number.isFinite, let factor = factor(word[digits.endIndex...]) else { return nil }
        let rate = number * factor
        guard rate < 1e18 else { return nil }
        return rate < 1 ? .some(nil) : .some(Int64(rate))
    }

    private static func factor(_ unit: Substring) -> Double? {
        guard let first = unit.first, first != "b" else { return unit == "bit" ? 0.125 : unit.isEmpty || unit == "b" ? 1 : nil }
        guard let power = ["k": 1, "m": 2, "g": 3, "t": 4][first] else { return nil }
        func raised(_ base: Double) -> Double { (0..<power).reduce(1) { product, _ in product * base } }
        switch unit.dropFirst() {
        case "", "i", "ib": return raised(1_024)
        case "b": return raised(1_000)
        case "bit": return raised(1_000) / 8
        default: return nil
        }
    }
}
