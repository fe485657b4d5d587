/// What a `Content-Disposition` header says of the file's name (RFC 6266, RFC 8187), read as tolerantly as browsers do.
///
/// Servers write this header in every wrong way there is. What cannot be understood is passed over: a bad header costs a good name, never the
/// download. The name is as the server gave it, not yet safe: `FileName` sees to that.
public struct ContentDisposition: Sendable, Hashable {
    /// The value of `filename*`, decoded.
    public private(set) var extendedName: String?

    /// The value of `filename`; percent escapes are decoded where that gives a harmless name.
    public private(set) var plainName: String?

    /// The names in the order in which they are to be believed.
    public var names: [String] {
        [extendedName, plainName].compactMap(\.self)
    }

    public init(parsing header: String) {
        for parameter in Self.parameters(of: header) {
            switch parameter.name {
            case "filename*": extendedName = extendedName ?? Self.extended(parameter.value)
            case "filename": plainName = plainName ?? Self.plain(parameter.value)
            default: continue
            }
        }
    }

    private struct Parameter {
        var name: String
        var value: String
    }

    /// The pieces between semicolons that have a name and a value.
    ///
    /// Those without `=` (the disposition type, empty ones) are passed over. Works on scalars: a combining mark after a quote or a semicolon must not hide it inside one `Character`.
    private static func parameters(of header: String) -> [Parameter] {
        var parameters: [Parameter] = []
        var rest = header.unicodeScalars[...]
        while !rest.isEmpty {
            let name = rest.prefix { $0 != "=" && $0 != ";" }
            rest = rest[name.endIndex...]
            guard rest.first == "=" else {
                rest = rest.dropFirst()
                continue
            }
            rest = rest.dropFirst().drop(while: isBlank)
            let value = rest.first == "\"" ? quoted(&rest) : token(&rest)
            parameters.append(Parameter(name: trimmed(name).lowercased(), value: value))
            // What follows a closing quote up to the semicolon is noise.
            rest = rest.drop { $0 != ";" }.dropFirst()
        }
        return parameters
    }

    /// A quoted value.
    ///
    /// Only `\"` and `\\` are escapes: a lone backslash is part of a Windows path.
    private static func quoted(_ rest: inout Substring.UnicodeScalarView) -> String {
        rest = rest.dropFirst()
        var value = String.UnicodeScalarView()
        while let scalar = rest.popFirst(), scalar != "\"" {
            if scalar == "\\", let next = rest.first, next == "\"" || next == "\\" {
                rest = rest.dropFirst()
                value.append(next)
            } else {
                value.append(scalar)
            }
        }
        return String(value)
    }

    /// A value without quotes, which may hold blanks all the same; single quotes around it are no part of it.
    private static func token(_ rest: inout Substring.UnicodeScalarView) -> String {
        let value = rest.prefix { $0 != ";" }
        rest = rest[value.endIndex...]
        let text = trimmed(value)
        guard text.unicodeScalars.count >= 2, text.unicodeScalars.first == "'", text.unicodeScalars.last == "'" else { return text }
        return String(String.UnicodeScalarView(text.unicodeScalars.dropFirst().dropLast()))
    }

    /// The value of `filename*`: charset, language and escapes between single quotes; nil when it is none of that.
    private static func extended(_ value: String) -> String? {
        let pieces = value.unicodeScalars.split(separator: "'", maxSplits: 2, omittingEmptySubsequences: false)
        guard pieces.count == 3, let bytes = PercentEncoding.bytes(of: Substring(pieces[2])) else { return nil }
        let text: String? =
            switch trimmed(pieces[0]).lowercased() {
            case "utf-8", "utf8": String(validating: bytes, as: UTF8.self)
            case "iso-8859-1", "us-ascii": HeaderText.latin1(bytes)
            default: nil
            }
        guard let text, !text.isEmpty else { return nil }
        return text
    }

    /// The value of `filename`, with its percent escapes decoded where that leaves a plain name.
    ///
    /// RFC 6266 appendix D warns of such escapes; browsers decode them, and so servers send them.
    private static func plain(_ value: String) -> String? {
        guard !value.isEmpty else { return nil }
        guard let decoded = PercentEncoding.decode(value) else { return value }
        let isHarmless = decoded.unicodeScalars.allSatisfy { scalar in
            scalar != "/" && scalar != "\\" && scalar.properties.generalCategory != .control
        }
        return isHarmless ? decoded : value
    }

    private static func isBlank(_ scalar: Unicode.Scalar) -> Bool {
        scalar == " " || scalar == "\t"
    }

    private static func trimmed(_ scalars: Substring.UnicodeScalarView) -> String {
        var scalars = scalars.drop(while: isBlank)
        while let last = scalars.last, isBlank(last) { scalars.removeLast() }
        return String(scalars)
    }
}
