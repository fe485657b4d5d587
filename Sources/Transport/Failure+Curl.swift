internal import CCurl
internal import DownloadCore

extension Failure {
    /// What a libcurl result means for a task (libcurl-errors(3)).
    ///
    /// Unknown results count as a fault of the network: they are tried again, within the limits of the retry policy.
    init(_ code: CURLcode, message: String, host: String, hasLowestSpeed: Bool) {
        let text = Self.withoutUserInfo(message.isEmpty ? String(cString: curl_easy_strerror(code)) : message)
        // "Couldn't" goes on after a colon, "SSL" stays what it is.
        let isWord = text.dropFirst().first?.isLowercase == true
        let detail = isWord ? text.prefix(1).lowercased() + text.dropFirst() : text
        // What libcurl makes of a proxy's address that it cannot use; the address itself may hold a password.
        guard !text.hasPrefix("Unsupported proxy") else {
            self.init(.usage, "the proxy that is set cannot be used; it must be \(ProxyAddress.expectation)")
            return
        }
        switch code {
        case CURLE_COULDNT_RESOLVE_HOST:
            self.init(.nameResolution, "no address for \(host)", isTransient: true)
        case CURLE_COULDNT_RESOLVE_PROXY:
            self.init(.nameResolution, "no address for the proxy", isTransient: true)
        case CURLE_RECV_ERROR where text.contains("HTTP code 407 from proxy"), CURLE_COULDNT_CONNECT where text.contains("response 407"):
            self.init(.authorization, "the proxy wants a name and a password", httpStatus: 407)
        case CURLE_OPERATION_TIMEDOUT:
            self.init(hasLowestSpeed && text.contains("too slow") ? .tooSlow : .timedOut, detail, isTransient: true)
        case CURLE_SSL_CONNECT_ERROR:
            self.init(.tls, detail, isTransient: true)
        case CURLE_PEER_FAILED_VERIFICATION where text.contains("SSH"):
            self.init(.tls, "the host key of \(host) is not in known_hosts, or another one is: compare it, then add it with ssh-keyscan")
        case CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CERTPROBLEM, CURLE_SSL_CIPHER, CURLE_SSL_CACERT_BADFILE, CURLE_USE_SSL_FAILED,
            CURLE_SSL_CRL_BADFILE, CURLE_SSL_ISSUER_ERROR, CURLE_SSL_PINNEDPUBKEYNOTMATCH, CURLE_SSL_INVALIDCERTSTATUS,
            CURLE_SSL_ENGINE_NOTFOUND, CURLE_SSL_ENGINE_SETFAILED:
            self.init(.tls, detail)
        // What begins like no HTTP reply, or like one of another age, libcurl refuses with the code of an address that it does not know.
        case CURLE_UNSUPPORTED_PROTOCOL where text.contains("HTTP"):
            self.init(.badReply, detail)
        case CURLE_UNSUPPORTED_PROTOCOL, CURLE_URL_MALFORMAT:
            self.init(.unsupportedURL, detail)
        case CURLE_TOO_MANY_REDIRECTS:
            self.init(.redirect, detail)
        case CURLE_LOGIN_DENIED:
            self.init(.authorization, detail)
        case CURLE_REMOTE_FILE_NOT_FOUND, CURLE_FTP_COULDNT_RETR_FILE:
            self.init(.notFound, detail)
        case CURLE_REMOTE_ACCESS_DENIED:
            self.init(.httpStatus, detail)
        case CURLE_WEIRD_SERVER_REPLY, CURLE_FTP_WEIRD_PASS_REPLY, CURLE_FTP_WEIRD_PASV_REPLY, CURLE_FTP_WEIRD_227_FORMAT,
            CURLE_BAD_CONTENT_ENCODING, CURLE_HTTP2, CURLE_HTTP2_STREAM:
            self.init(.badReply, detail, isTransient: true)
        // How libcurl tells of a server that hangs up during the SSH handshake.
        case CURLE_FAILED_INIT where text.lowercased().contains("ssh session"):
            self.init(.network, detail, isTransient: true)
        case CURLE_OUT_OF_MEMORY, CURLE_FAILED_INIT, CURLE_BAD_FUNCTION_ARGUMENT, CURLE_NOT_BUILT_IN:
            self.init(.internal, detail)
        default:
            self.init(.network, detail, isTransient: true)
        }
    }

    /// A message without what stands before an `@` in it: libcurl repeats addresses as they were given.
    private static func withoutUserInfo(_ text: String) -> String {
        guard text.utf8.contains(UInt8(ascii: "@")) else { return text }
        let words = text.split(separator: " ", omittingEmptySubsequences: false).map { word -> Substring in
            guard let at = word.utf8.lastIndex(of: UInt8(ascii: "@")) else { return word }
            return word[word.utf8.index(after: at)...]
        }
        return words.joined(separator: " ")
    }
}
