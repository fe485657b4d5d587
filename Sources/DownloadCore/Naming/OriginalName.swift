/// The name that a file has where it comes from, made safe.
struct OriginalName {
    /// As lists show it; never empty.
    let name: String

    /// Stem and extension; the extension may come from elsewhere than the name.
    let parts: NameParts

    let host: String

    /// The name with its extension.
    var fullName: String {
        parts.joined(limit: FileName.byteLimit)
    }

    /// What `name` is, without the rest: lists ask for it often.
    static func shown(_ hints: NameHints) -> String {
        if let offered = offered(hints) { return offered }
        if let plain = plain(hints.url) { return plain }
        let address = AddressName(hints.url)
        return address.name.flatMap(SafeName.make) ?? address.host.flatMap(SafeName.make) ?? "download"
    }

    /// The last part of a path that needs nothing to be safe, found without taking the address apart; nil for any other.
    private static func plain(_ url: String) -> String? {
        let bytes = url.utf8
        let path = bytes.prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }
        guard let slash = path.lastIndex(of: UInt8(ascii: "/")) else { return nil }
        let name = path[path.index(after: slash)...]
        // Of a slash that ends the scheme, what follows is the host.
        guard slash > path.startIndex, path[path.index(before: slash)] != UInt8(ascii: "/") else { return nil }
        let isShort = (1...200).contains(name.count)
        guard isShort, let first = name.first, let last = name.last, isLetterOrDigit(first), isLetterOrDigit(last) else { return nil }
        let isPlain = name.allSatisfy { isLetterOrDigit($0) || "-_.".utf8.contains($0) }
        return isPlain ? String(Substring(name)) : nil
    }

    private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
    }

    /// What the server calls the file.
    private static func offered(_ hints: NameHints) -> String? {
        let header = hints.contentDisposition.map(ContentDisposition.init(parsing:))
        return (header?.names ?? []).lazy.compactMap { SafeName.make(SafeName.lastComponent($0)) }.first
    }

    init(_ hints: NameHints) {
        let offered = Self.offered(hints)
        let address = AddressName(hints.url)
        let located = address.name.flatMap(SafeName.make)
        host = address.host.flatMap(SafeName.make) ?? "unknown"
        name = offered ?? located ?? address.host.flatMap(SafeName.make) ?? "download"

        // A host is no name to take an extension from: example.com is no program.
        var parts = (offered ?? located) == nil ? NameParts(stem: name, pathExtension: "") : NameParts(name)
        if parts.pathExtension.isEmpty, let located { parts.pathExtension = NameParts(located).pathExtension }
        if parts.pathExtension.isEmpty, let type = hints.mediaType {
            parts.pathExtension = MediaTypes.pathExtension(for: type) ?? ""
        }
        self.parts = parts
    }
}
