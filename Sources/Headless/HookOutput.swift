public import DownloadCore
internal import Screen

/// What a hook prints, as lines for the log: each says whose it is, none can do anything to a terminal, and all together have an end.
public struct HookOutput: Sendable {
    private let name: String
    private var line: [UInt8] = []
    private var kept = 0

    /// So many bytes of one run are kept.
    public static let most = 64 << 10

    /// A longer line is broken: in the log, where each byte of it may need four, it is not cut off.
    static let longestLine = 450

    public init(of order: HookOrder) {
        let program = order.command.first ?? ""
        let short = program.split(separator: "/").last.map(String.init) ?? program
        name = "hook \(short) (\(order.facts.id.map { "task \($0)" } ?? order.facts.event.rawValue))"
    }

    /// Takes what has been printed, and returns the lines that end in it.
    public mutating func take(_ bytes: some Sequence<UInt8>) -> [String] {
        var lines: [String] = []
        for byte in bytes {
            guard kept < Self.most else {
                // The rest goes nowhere, after one word about it.
                if kept == Self.most {
                    kept += 1
                    lines += end()
                    lines.append("\(name): it printed more than \(Self.most >> 10) KiB; the rest is dropped")
                }
                return lines
            }
            kept += 1
            if byte == UInt8(ascii: "\n") {
                lines += end()
            } else {
                // Not within a character: its later bytes begin with 10.
                if line.count >= Self.longestLine, byte & 0xC0 != 0x80 || line.count >= Self.longestLine + 4 { lines += end() }
                line.append(byte)
            }
        }
        return lines
    }

    /// The line that has not been ended.
    public mutating func end() -> [String] {
        if line.last == UInt8(ascii: "\r") { line.removeLast() }
        defer { line.removeAll(keepingCapacity: true) }
        return line.isEmpty ? [] : ["\(name): \(Sanitizer.visible(bytes: line))"]
    }
}
