/// Makes one harmless file name of a text that a server sent.
///
/// Letters and their marks are composed here, once, whatever the server sent. Path identity elsewhere compares bytes, never Swift's `==`.
enum SafeName {
    /// The safe form; nil when nothing is left.
    ///
    /// Slashes of both kinds become `_`; controls, direction marks and invisible characters go; all blanks become spaces; dots and blanks at the
    /// start go, those at the end too; a leading `-` gets a `_` before it, so that no command takes the name for an option.
    static func make(_ given: String) -> String? {
        if isPlain(given) { return given }
        let text = Composition.composed(given)
        var scalars = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            if scalar == "/" || scalar == "\\" {
                scalars.append("_")
            } else if scalar.properties.isWhitespace && scalar.properties.generalCategory == .spaceSeparator {
                scalars.append(" ")
            } else if !isInvisible(scalar) {
                scalars.append(scalar)
            }
        }
        var kept = scalars[...].drop(while: isEdge)
        while let last = kept.last, isEdge(last) { kept.removeLast() }
        guard let first = kept.first else { return nil }
        let name = (first == "-" ? "_" : "") + String(kept)
        return NameParts(name).joined(limit: FileName.byteLimit)
    }

    /// Whether it is a safe name as it is, seen without the tables of Unicode: nearly all names are, and an agent makes a hundred thousand.
    private static func isPlain(_ text: String) -> Bool {
        let bytes = text.utf8
        guard let first = bytes.first, let last = bytes.last, bytes.count <= FileName.byteLimit else { return false }
        let edges: [UInt8] = [UInt8(ascii: "."), UInt8(ascii: " ")]
        guard !edges.contains(first), !edges.contains(last), first != UInt8(ascii: "-") else { return false }
        return bytes.allSatisfy { (0x20...0x7e).contains($0) && $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: "\\") }
    }

    /// The last part of what may be a path of either kind: `/etc/shadow.bak` and `..\..\x` end in plain names.
    static func lastComponent(_ text: String) -> String {
        String(String.UnicodeScalarView(text.unicodeScalars.reversed().prefix { $0 != "/" && $0 != "\\" }.reversed()))
    }

    private static func isEdge(_ scalar: Unicode.Scalar) -> Bool {
        scalar == "." || scalar == " "
    }

    private static func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
        let properties = scalar.properties
        switch properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate: return true
        default: break
        }
        // Fillers that are letters by category; variation selectors only choose between two pictures.
        return properties.isNoncharacterCodePoint || properties.isDefaultIgnorableCodePoint && !properties.isVariationSelector
    }
}
