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
        let address = AddressName(hints.url)
        return address.name.flatMap(SafeName.make) ?? address.host.flatMap(SafeName.make) ?? "download"
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
