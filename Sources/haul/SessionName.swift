/// Names of sessions as names of folders.
enum SessionName {
    /// The session that belongs to a documents directory: each has its own, so that runs into two folders don't wait for each other.
    static func derived(from documents: String) -> String {
        let last = documents.split(separator: "/").last.map(String.init) ?? "root"
        return "\(last.prefix(40))-\(hex(hash(documents)))"
    }

    /// A name as one harmless path component; different names never share a folder.
    static func folder(_ name: String) -> String {
        let isPlain = !name.isEmpty && name.utf8.count <= 100 && !name.hasPrefix(".")
        let isSafe = name.utf8.allSatisfy { byte in
            (48...57).contains(byte) || (65...90).contains(byte) || (97...122).contains(byte) || byte == 45 || byte == 46 || byte == 95
        }
        if isPlain, isSafe { return name }
        let kept = name.utf8.prefix(60).map { (97...122).contains($0 | 32) || (48...57).contains($0) ? $0 : UInt8(ascii: "_") }
        return "_\(String(decoding: kept, as: UTF8.self))-\(hex(hash(name)))"
    }

    /// FNV-1a, 64 bits: the same for the same text on every machine and every day.
    private static func hash(_ text: String) -> UInt64 {
        text.utf8.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    }

    private static func hex(_ number: UInt64) -> String {
        let digits = String(number, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}
