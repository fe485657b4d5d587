/// The one gate for text that came from outside: what could move the cursor, hide or reorder text becomes visible escapes.
///
/// It runs before any width is computed, so that columns stay aligned; different texts stay different.
public enum Sanitizer {
    /// Characters of one text that are looked at; the rest is cut off with a sign.
    public static let maximumLength = 2_000

    /// The text with controls, line separators, bidi and other invisible characters as `\x1b` or `\u{202e}`.
    ///
    /// With `asciiOnly` everything outside ASCII is escaped too, for terminals that can show nothing else.
    public static func visible(_ text: String, asciiOnly: Bool = false) -> String {
        var shown = ""
        var count = 0
        for scalar in text.unicodeScalars {
            count += 1
            guard count <= maximumLength else { return shown + (asciiOnly ? "..." : "…") }
            append(scalar, to: &shown, asciiOnly)
        }
        return shown
    }

    /// The same for raw bytes: what is no UTF-8 becomes `\xNN`, byte by byte.
    public static func visible(bytes: some Sequence<UInt8>, asciiOnly: Bool = false) -> String {
        var shown = ""
        var count = 0
        var pending: [UInt8] = []
        var input = bytes.makeIterator()
        while count < maximumLength {
            guard let byte = pending.isEmpty ? input.next() : pending.removeFirst() else { return shown }
            count += 1
            guard byte >= 0x80 else {
                append(Unicode.Scalar(byte), to: &shown, asciiOnly)
                continue
            }
            let length = byte >= 0xF0 ? 4 : byte >= 0xE0 ? 3 : 2
            while pending.count < length - 1, let next = input.next() { pending.append(next) }
            var decoder = Unicode.UTF8()
            var unit = ([byte] + pending.prefix(length - 1)).makeIterator()
            if byte >= 0xC0, case .scalarValue(let scalar) = decoder.decode(&unit) {
                pending.removeFirst(length - 1)
                append(scalar, to: &shown, asciiOnly)
            } else {
                shown += escape(byte: byte)
            }
        }
        return shown + (asciiOnly ? "..." : "…")
    }

    /// Whether a character must not reach a terminal as it is.
    public static func isHarmful(_ scalar: Unicode.Scalar) -> Bool {
        if scalar.value < 0x7F { return scalar.value < 0x20 }
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .unassigned: return true
        case .otherLetter:
            // Fillers are letters that look like nothing.
            return [0x115F, 0x1160, 0x3164, 0xFFA0].contains(scalar.value)
        default: return false
        }
    }

    private static func append(_ scalar: Unicode.Scalar, to shown: inout String, _ asciiOnly: Bool) {
        if !isHarmful(scalar), scalar.isASCII || !asciiOnly {
            shown.unicodeScalars.append(scalar)
        } else if scalar.value < 0x100, isHarmful(scalar) {
            shown += escape(byte: UInt8(truncatingIfNeeded: scalar.value))
        } else {
            shown += "\\u{" + String(scalar.value, radix: 16) + "}"
        }
    }

    private static func escape(byte: UInt8) -> String {
        (byte < 16 ? "\\x0" : "\\x") + String(byte, radix: 16)
    }
}
