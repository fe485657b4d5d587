import Testing

@testable import DownloadCore

@Suite struct AddressTests {
    @Test(arguments: [
        ("https://Files.Example/a?b#c", "https://files.example:443", "https://files.example/a?b#c"),
        ("HTTP://h", "http://h:80", "http://h"),
        ("http://h:8080/x", "http://h:8080", "http://h:8080/x"),
        ("https://h:443/x", "https://h:443", "https://h/x"),
        ("http://h:/x", "http://h:80", "http://h/x"),
        ("http://[::1]/x", "http://[::1]:80", "http://[::1]/x"),
        ("http://[::1]:81/x", "http://[::1]:81", "http://[::1]:81/x"),
        ("ftp://me:se@cret@h/x", "ftp://h:21", "ftp://h/x"),
        ("sftp://me@h", "sftp://h:22", "sftp://h"),
        ("https://h/a@b:c", "https://h:443", "https://h/a@b:c"),
        ("https://h?u=http://x@y", "https://h:443", "https://h?u=http://x@y"),
        ("https://h#@evil", "https://h:443", "https://h#@evil"),
        // A mark that combines with the slash is still behind it for whoever makes the connection.
        ("https://h/\u{301}@evil/", "https://h:443", "https://h/\u{301}@evil/"),
        ("https://h?\u{301}@evil/", "https://h:443", "https://h?\u{301}@evil/"),
        ("https://me@\u{301}h/", "https://\u{301}h:443", "https://\u{301}h/"),
    ])
    func `host and origin are found, user and password are not shown`(text: String, origin: String, shown: String) throws {
        let address = try #require(Address(text))
        #expect(address.origin.utf8.elementsEqual(origin.utf8), "\(address.origin)")
        #expect(address.withoutUserInfo.utf8.elementsEqual(shown.utf8), "\(address.withoutUserInfo)")
    }

    @Test(arguments: [
        "", "h", "/a", "://h", "http:/h", "http://", "http:///x", "http://:80/", "http://h:65536/", "http://h:99999999999999999999/",
        "http://h:-1/", "http://h:8a/", "http://h/a b", "http://h/a\nb", "http://h\0/", "ht tp://h", "http://me@", "mailto:me@h",
    ])
    func `what is no absolute address of a host is none`(text: String) {
        #expect(Address(text) == nil)
    }

    @Test(arguments: [
        ("http://a", "https://a", false, true), ("http://a", "http://b", false, true), ("https://a", "http://a", false, false),
        ("https://a", "http://a", true, true), ("https://a", "https://b", false, true), ("https://a", "ftp://a", true, false),
        ("https://a", "file://a", true, false), ("http://a", "sftp://a", true, false),
    ])
    func `a redirect never leads to a weaker or stranger protocol`(from: String, to: String, hasChecksum: Bool, may: Bool) throws {
        #expect(try #require(Address(from)).mayRedirect(to: #require(Address(to)), hasChecksum: hasChecksum) == may)
    }
}
