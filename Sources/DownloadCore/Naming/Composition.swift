/// Letters and their marks put together where Unicode has one character for both, as file systems and people elsewhere write them
/// (normalization form C, for the scripts of its composed letters).
///
/// Without Foundation there is no table of compositions, but Swift takes equivalent texts for equal: a dictionary finds the one scalar that
/// is equal to a letter and its mark.
enum Composition {
    /// Latin, Greek, Cyrillic, the Arabic letters with marks, and kana.
    ///
    /// Elsewhere composed letters are excluded from the form, or rare.
    private static let ranges: [ClosedRange<UInt32>] = [0xC0...0x52F, 0x622...0x6D3, 0x1E00...0x1FFF, 0x3040...0x30FF]

    private static let composed: [String: Unicode.Scalar] = {
        var table: [String: Unicode.Scalar] = [:]
        for scalar in ranges.joined().compactMap(Unicode.Scalar.init) {
            // Equal ones come in pairs in Greek: the first is the one of the form.
            let text = String(scalar)
            if table[text] == nil { table[text] = scalar }
        }
        return table
    }()

    static func composed(_ text: String) -> String {
        guard !text.utf8.allSatisfy({ $0 < 0x80 }) else { return text }
        var scalars = String.UnicodeScalarView()
        for character in text {
            var last: Unicode.Scalar?
            for scalar in character.unicodeScalars {
                if let before = last {
                    if let both = join(before, scalar) {
                        last = both
                        continue
                    }
                    scalars.append(before)
                }
                last = scalar
            }
            if let last { scalars.append(last) }
        }
        return String(scalars)
    }

    private static func join(_ first: Unicode.Scalar, _ second: Unicode.Scalar) -> Unicode.Scalar? {
        // Korean syllables are computed (Unicode, section 3.12).
        switch (first.value, second.value) {
        case (0x1100...0x1112, 0x1161...0x1175):
            return Unicode.Scalar(0xAC00 + ((first.value - 0x1100) * 21 + (second.value - 0x1161)) * 28)
        case (0xAC00...0xD7A3, 0x11A8...0x11C2) where (first.value - 0xAC00) % 28 == 0:
            return Unicode.Scalar(first.value + second.value - 0x11A7)
        default:
            break
        }
        guard second.properties.isGraphemeExtend || second.properties.generalCategory == .nonspacingMark else { return nil }
        return composed[String(String.UnicodeScalarView([first, second]))]
    }
}
