internal import CCurl
internal import DownloadCore
internal import Platform

extension Transfer {
    /// Fields that Haul sets itself: a person's would break what it relies on.
    private static let ownFields: Set<String> = ["range", "if-range", "accept-encoding", "host", "content-length", "transfer-encoding"]

    /// The best of the keys that lie beside the known hosts.
    private static func keyFile(beside knownHosts: String) -> String? {
        guard let end = knownHosts.lastIndex(of: "/") else { return nil }
        let names = ["id_ed25519", "id_ecdsa", "id_rsa"]
        return names.map { knownHosts[...end] + $0 }.first { (try? File.open($0, .read)) != nil }
    }

    /// Sets every option of the handle for the present hop: the one place where options are set.
    ///
    /// - Parameters:
    ///   - url: the address to ask.
    ///   - receiveBuffer: what libcurl reads at once, in bytes.
    ///   - rateLimit: bytes a second; 0 for none.
    ///   - connectionLimit: how many idle connections are kept.
    ///   - knownHosts: the file that SFTP servers must stand in.
    func configure(url: String, receiveBuffer: Int, rateLimit: Int64, connectionLimit: Int, knownHosts: String?) {
        limit(rateLimit > 0 ? rateLimit : nil)
        let context = Unmanaged.passUnretained(self).toOpaque()
        curl_easy_reset(easy.handle)
        easy.set(CURLOPT_URL, url)
        easy.set(CURLOPT_NOSIGNAL, true)
        easy.set(CURLOPT_BUFFERSIZE, receiveBuffer)
        easy.set(CURLOPT_PROTOCOLS_STR, hops == 0 ? "http,https,ftp,ftps,sftp" : "http,https")
        easy.set(CURLOPT_REDIR_PROTOCOLS_STR, "http,https")
        easy.set(CURLOPT_FOLLOWLOCATION, false)
        // Segments want connections of their own, and libcurl 7.87 to 8.5 has a use after cleanup in HTTP/2 (curl #10936).
        easy.set(CURLOPT_HTTP_VERSION, Int(CURL_HTTP_VERSION_1_1))
        easy.set(CURLOPT_CONNECTTIMEOUT_MS, milliseconds(request.connectTimeout))
        // A limit of ours must not look like a server's slowness. What is held back by it does not: libcurl counts from when that goes on.
        let lowest = rateLimit > 0 ? min(request.lowestSpeed, rateLimit / 2) : request.lowestSpeed
        easy.set(CURLOPT_LOW_SPEED_LIMIT, Int(clamping: max(1, lowest)))
        easy.set(CURLOPT_LOW_SPEED_TIME, max(1, milliseconds(request.stallTimeout) / 1000))
        easy.set(CURLOPT_TCP_KEEPALIVE, true)
        // The resolver's thread is not waited for when the program ends.
        easy.set(CURLOPT_QUICK_EXIT, true)
        easy.set(CURLOPT_FILETIME, true)
        easy.set(CURLOPT_SSLVERSION, Int(CURL_SSLVERSION_TLSv1_2))
        easy.set(CURLOPT_SSL_VERIFYPEER, request.isInsecure ? 0 : 1)
        easy.set(CURLOPT_SSL_VERIFYHOST, request.isInsecure ? 0 : 2)
        TLSEnd.watch(easy)
        if let path = request.certificateAuthorities { easy.set(CURLOPT_CAINFO, path) }
        if let proxy = request.proxy { easy.set(CURLOPT_PROXY, proxy == "none" ? "" : proxy) }
        easy.set(CURLOPT_MAXCONNECTS, connectionLimit)
        if order.isFresh { easy.set(CURLOPT_FRESH_CONNECT, true) }
        setCallbacks(context)
        setRange()
        setPersonal(knownHosts: knownHosts)
        errorBuffer.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
        ccurl_set_pointer(easy.handle, CURLOPT_ERRORBUFFER, errorBuffer)
    }

    private func setCallbacks(_ context: UnsafeMutableRawPointer) {
        // The transport's table keeps this object alive for as long as its handle is in the multi handle.
        ccurl_set_pointer(easy.handle, CURLOPT_PRIVATE, context)
        ccurl_set_pointer(easy.handle, CURLOPT_WRITEDATA, context)
        ccurl_set_pointer(easy.handle, CURLOPT_HEADERDATA, context)
        ccurl_set_pointer(easy.handle, CURLOPT_RESOLVER_START_DATA, context)
        ccurl_set_pointer(easy.handle, CURLOPT_SOCKOPTDATA, context)
        ccurl_set_data_callback(easy.handle, CURLOPT_WRITEFUNCTION) { bytes, size, count, context in
            guard let context, let bytes else { return 0 }
            let transfer = Unmanaged<Transfer>.fromOpaque(context).takeUnretainedValue()
            return transfer.receive(body: UnsafeRawBufferPointer(start: bytes, count: size * count))
        }
        ccurl_set_data_callback(easy.handle, CURLOPT_HEADERFUNCTION) { bytes, size, count, context in
            guard let context, let bytes else { return 0 }
            let transfer = Unmanaged<Transfer>.fromOpaque(context).takeUnretainedValue()
            return transfer.receive(header: UnsafeRawBufferPointer(start: bytes, count: size * count)) ? size * count : 0
        }
        ccurl_set_resolver_callback(easy.handle) { _, _, context in
            guard let context else { return 1 }
            Unmanaged<Transfer>.fromOpaque(context).takeUnretainedValue().isResolving = true
            return 0
        }
        ccurl_set_sockopt_callback(easy.handle) { context, _, _ in
            guard let context else { return 1 }
            let transfer = Unmanaged<Transfer>.fromOpaque(context).takeUnretainedValue()
            transfer.isResolving = false
            return transfer.isAbandoned ? CURL_SOCKOPT_ERROR : CURL_SOCKOPT_OK
        }
    }

    /// What part of the file is asked for: as a range only, never together with a resume offset.
    private func setRange() {
        guard case .range(let start, let end) = order.asked else { return }
        easy.set(CURLOPT_RANGE, "\(start)-\(end.map { String($0 - 1) } ?? "")")
        if hop.scheme.hasPrefix("http"), let validator = order.known?.validator { headers.append("If-Range: \(validator)") }
    }

    /// What was given for the original host goes only there.
    private func setPersonal(knownHosts: String?) {
        easy.set(CURLOPT_COOKIEFILE, request.cookieFile ?? "")
        easy.set(CURLOPT_USERAGENT, request.userAgent ?? "haul")
        headers.append("Accept-Encoding: identity")
        if isAtOrigin {
            for field in request.headers where !Self.ownFields.contains(field.name.lowercased()) {
                headers.append(field.value.isEmpty ? "\(field.name);" : "\(field.name): \(field.value)")
            }
            easy.set(CURLOPT_REFERER, request.referer)
            if let credentials = request.credentials {
                easy.set(CURLOPT_USERNAME, credentials.user)
                easy.set(CURLOPT_PASSWORD, credentials.password)
                easy.set(CURLOPT_HTTPAUTH, ccurl_auth_basic_digest)
            }
            if request.credentials == nil, hop.scheme.hasPrefix("http"), let own = original.credentials {
                // Those of the address hold on its whole host: behind a redirect there, and for further connections.
                easy.set(CURLOPT_USERNAME, own.user)
                easy.set(CURLOPT_PASSWORD, own.password)
            }
            if request.usesNetrc { easy.set(CURLOPT_NETRC, Int(CURL_NETRC_OPTIONAL.rawValue)) }
        }
        if hop.scheme == "sftp" {
            easy.set(CURLOPT_SSH_KNOWNHOSTS, knownHosts)
            // libcurl itself knows old kinds of keys only, which today's servers refuse.
            easy.set(CURLOPT_SSH_PRIVATE_KEYFILE, knownHosts.flatMap(Self.keyFile))
        }
        if hop.scheme.hasPrefix("http") {
            setMethod()
            ccurl_set_list(easy.handle, CURLOPT_HTTPHEADER, headers.list)
        }
    }

    private func setMethod() {
        if request.method != "GET" { easy.set(CURLOPT_CUSTOMREQUEST, request.method) }
        guard let body = request.body else { return }
        // A body set with POSTFIELDSIZE first is copied by COPYPOSTFIELDS whatever bytes it holds.
        easy.set(CURLOPT_POSTFIELDSIZE, body.count)
        body.withUnsafeBufferPointer { buffer in
            buffer.withMemoryRebound(to: CChar.self) { _ = ccurl_set_string(easy.handle, CURLOPT_COPYPOSTFIELDS, $0.baseAddress) }
        }
    }

    private func milliseconds(_ duration: Duration) -> Int {
        Int(clamping: max(0, duration.nanoseconds / 1_000_000))
    }
}
