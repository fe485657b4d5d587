/// Reads the bytes of a paste without ncurses, which makes two system calls for each of them.
///
/// Only what tells a paste's end and beginning is looked for; everything else is text.
struct PasteScanner {
    private static let marks: [([UInt8], KeyDecoder.Unit)] = [
        (Array("\u{1B}[201~".utf8), .pasteEnd), (Array("\u{1B}[200~".utf8), .pasteStart),
    ]

    /// What may be the beginning of a mark or of a character whose rest has not come yet.
    private(set) var rest: [UInt8] = []

    /// Nothing is kept back.
    var isEmpty: Bool { rest.isEmpty }

    /// Turns bytes into units; bytes that are no UTF-8 are left out.
    mutating func scan(_ bytes: [UInt8]) -> [KeyDecoder.Unit] {
        let all = rest + bytes
        rest = []
        var units: [KeyDecoder.Unit] = []
        units.reserveCapacity(all.count)
        var index = 0
        while index < all.count {
            let byte = all[index]
            if byte == 0x1B {
                let tail = all[index...].prefix(6)
                if let mark = PasteScanner.marks.first(where: { tail.elementsEqual($0.0) }) {
                    units.append(mark.1)
                    index += 6
                } else if tail.count < 6, PasteScanner.marks.contains(where: { $0.0.starts(with: tail) }) {
                    rest = Array(tail)
                    return units
                } else {
                    units.append(.scalar(0x1B))
                    index += 1
                }
            } else if byte < 0x80 {
                units.append(.scalar(UInt32(byte)))
                index += 1
            } else {
                let length = byte >= 0xF0 ? 4 : byte >= 0xE0 ? 3 : byte >= 0xC0 ? 2 : 1
                let character = all[index...].prefix(length)
                let isCut = character.count < length && character.dropFirst().allSatisfy { $0 & 0xC0 == 0x80 }
                if isCut {
                    rest = Array(character)
                    return units
                }
                if let text = String(validating: character, as: UTF8.self), let scalar = text.unicodeScalars.first {
                    units.append(.scalar(scalar.value))
                    index += length
                } else {
                    index += 1
                }
            }
        }
        return units
    }

    /// What was kept back, when nothing more comes: as single characters.
    mutating func flush() -> [KeyDecoder.Unit] {
        defer { rest = [] }
        return rest.filter { $0 < 0x80 }.map { .scalar(UInt32($0)) }
    }
}
