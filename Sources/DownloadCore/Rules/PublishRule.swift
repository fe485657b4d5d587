/// Where finished files of some kind go, and how they are named there.
public struct PublishRule: Sendable, Hashable {
    /// Extensions without a dot, in small letters, such as `iso` or `tar.gz`; empty for any.
    public var extensions: [String] = []

    /// Media types in small letters, such as `application/pdf` or `video/*`; empty for any.
    public var types: [String] = []

    /// Hosts in small letters; `*.example.org` stands for all below it; empty for any.
    public var hosts: [String] = []

    /// Empty for any.
    public var sessions: [SessionIdentifier] = []

    /// The folder below the documents directory, its parts joined by slashes; nil for the directory itself.
    public var folder: String?

    /// The name template of these files; nil for the usual one.
    public var naming: String?

    public init() {}

    /// Whether it says what files it is for at all.
    public var isForSome: Bool { !(extensions.isEmpty && types.isEmpty && hosts.isEmpty && sessions.isEmpty) }

    /// Whether it is for this file: all that it names fits.
    public func fits(_ file: FileFacts) -> Bool {
        (extensions.isEmpty || extensions.contains(where: file.extensions.contains))
            && (types.isEmpty || types.contains(where: file.hasType))
            && (hosts.isEmpty || hosts.contains(where: file.isFrom))
            && (sessions.isEmpty || file.session.map(sessions.contains) ?? false)
    }

    /// The first of some rules that is for a file.
    public static func first(of rules: [PublishRule], for file: FileFacts) -> PublishRule? {
        rules.first { $0.fits(file) }
    }

    /// What rules look at.
    public struct FileFacts: Sendable {
        let extensions: Set<String>
        let type: String
        let host: String
        let session: SessionIdentifier?

        /// - Parameters:
        ///   - hints: what is known of the file.
        ///   - url: the address that the task was given.
        ///   - session: whose task it is; nil in a session of one process.
        public init(_ hints: NameHints, url: String, session: SessionIdentifier?) {
            let parts = OriginalName(hints).parts
            let whole = parts.pathExtension.lowercased()
            // archive.tar.gz is a file of tar.gz, and one of gz.
            extensions = Set([whole, whole.split(separator: ".").last.map(String.init) ?? ""].filter { !$0.isEmpty })
            let header = (hints.mediaType ?? "").prefix { $0 != ";" && $0 != "," }
            type = header.filter { $0 != " " && $0 != "\t" }.lowercased()
            // Of the address that was asked for: where a mirror network sends on to is nobody's rule.
            host = Address(url)?.host.lowercased() ?? ""
            self.session = session
        }

        func hasType(_ pattern: String) -> Bool {
            guard pattern.hasSuffix("/*") else { return type == pattern }
            return type.hasPrefix(pattern.dropLast())
        }

        func isFrom(_ pattern: String) -> Bool {
            guard pattern.hasPrefix("*.") else { return host == pattern }
            // The numbers of an address are no names below each other.
            return host.hasSuffix(pattern.dropFirst()) && !Address.isNumber(host: host)
        }
    }
}

/// A folder below the documents directory, as rules and intents name it.
public enum SubFolder {
    /// So deep, and so long a name.
    private static let mostParts = 8
    private static let mostBytes = 255

    /// The names of the folders, from the outermost on; nil for a path that could lead elsewhere or would be hidden.
    public static func parts(_ path: String) -> [String]? {
        let parts = path.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        guard (1...mostParts).contains(parts.count) else { return nil }
        let areFit = parts.allSatisfy { part in
            (1...mostBytes).contains(part.utf8.count) && part.utf8.first != UInt8(ascii: ".")
                && part.unicodeScalars.allSatisfy { $0.value >= 32 && $0.value != 127 }
        }
        return areFit ? parts : nil
    }
}
