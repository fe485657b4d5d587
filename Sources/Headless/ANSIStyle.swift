import Screen

/// Styles as the escape sequences of ECMA-48, for the progress block on standard error.
enum ANSIStyle {
    static func paint(_ text: String, _ style: Theme.Style) -> String {
        var codes: [String] = []
        if style.attributes.contains(.bold) { codes.append("1") }
        if style.attributes.contains(.dim) { codes.append("2") }
        if style.attributes.contains(.underline) { codes.append("4") }
        if let number = style.color?.number(in: .eight) { codes.append(String(30 + number)) }
        guard !codes.isEmpty, !text.isEmpty else { return text }
        return "\u{1B}[" + codes.joined(separator: ";") + "m" + text + "\u{1B}[0m"
    }

    /// A text without its escape sequences of this kind.
    static func stripped(_ text: String) -> String {
        var result = String.UnicodeScalarView()
        var isInside = false
        for scalar in text.unicodeScalars {
            if scalar == "\u{1B}" { isInside = true }
            if !isInside { result.append(scalar) }
            if scalar == "m" { isInside = false }
        }
        return String(result)
    }
}
