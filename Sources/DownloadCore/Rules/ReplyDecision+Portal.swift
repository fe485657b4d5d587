extension ReplyDecision {
    /// A network that wants a login answers in the place of every server, with a page of its own.
    ///
    /// - Parameters:
    ///   - reply: the final reply.
    ///   - asked: what the request asked for.
    ///   - known: what is on record of the file.
    ///   - original: the address that was asked first.
    /// - Returns: the failure that such a page is; nil where the reply may be the file.
    static func portal(_ reply: Reply, asked: Asked, known: Representation?, original: String?) -> Failure? {
        if reply.status == 511 { return pageFailure }
        guard reply.status == 200 || reply.status == 203, isPage(reply.value("Content-Type")) else { return nil }
        // Who names a file means it.
        guard reply.value("Content-Disposition") == nil else { return nil }
        if asked != .whole, let known { return isOther(reply, than: known) ? pageFailure : nil }
        // On a first try there is only the address to go by: pages at names of files exist, but not behind a redirect to somebody else.
        guard let original, let first = Address(original), let last = Address(reply.url), first.host != last.host,
            let wanted = fileExtension(original), fileExtension(reply.url) != wanted
        else { return nil }
        return pageFailure
    }

    private static var pageFailure: Failure {
        Failure(
            .badReply,
            "a web page came instead of the file; if this network wants a login, open any page in a browser",
            isTransient: true
        )
    }

    /// A page where something else is on record, and nothing says that it is the same file all the same.
    private static func isOther(_ reply: Reply, than known: Representation) -> Bool {
        if let etag = known.etag, reply.value("ETag") == etag { return false }
        if known.etag == nil, let date = known.lastModified, reply.value("Last-Modified") == date { return false }
        guard let type = known.hints.mediaType else { return fileExtension(known.hints.url) != nil }
        return !isPage(type)
    }

    private static func isPage(_ type: String?) -> Bool {
        guard let type = type?.lowercased() else { return false }
        return type.hasPrefix("text/html") || type.hasPrefix("application/xhtml+xml")
    }

    /// The extension of an address that names a file of a kind that is no text.
    private static func fileExtension(_ url: String) -> String? {
        guard let name = AddressName(url).name else { return nil }
        let end = NameParts(name).pathExtension.lowercased().split(separator: ".").last.map(String.init)
        return end.flatMap { MediaTypes.isBinary(pathExtension: $0) ? $0 : nil }
    }
}
