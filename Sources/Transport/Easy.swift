internal import CCurl

/// An owned libcurl easy handle; a transfer of one connection at a time.
///
/// Confined to the transport's thread.
struct Easy: ~Copyable {
    let handle: OpaquePointer

    /// Nil when libcurl has no memory.
    init?() {
        guard let handle = curl_easy_init() else { return nil }
        self.handle = handle
    }

    deinit {
        curl_easy_cleanup(handle)
    }

    func set(_ option: CURLoption, _ value: Int) {
        ccurl_set_long(handle, option, value)
    }

    func set(_ option: CURLoption, _ value: Bool) {
        ccurl_set_long(handle, option, value ? 1 : 0)
    }

    func set(_ option: CURLoption, bytes value: Int64) {
        ccurl_set_off(handle, option, curl_off_t(value))
    }

    /// Libcurl keeps a copy of the text.
    func set(_ option: CURLoption, _ value: String?) {
        guard let value else {
            ccurl_set_string(handle, option, nil)
            return
        }
        value.withCString { _ = ccurl_set_string(handle, option, $0) }
    }

    func long(_ info: CURLINFO) -> Int {
        var value = 0
        return ccurl_get_long(handle, info, &value) == CURLE_OK ? value : 0
    }

    /// Nil when libcurl does not know it.
    func offset(_ info: CURLINFO) -> Int64? {
        var value: curl_off_t = -1
        guard ccurl_get_off(handle, info, &value) == CURLE_OK, value >= 0 else { return nil }
        return Int64(value)
    }

    func string(_ info: CURLINFO) -> String? {
        ccurl_get_string(handle, info).map { String(cString: $0) }
    }
}

/// An owned list of header lines.
struct HeaderList: ~Copyable {
    private(set) var list: UnsafeMutablePointer<curl_slist>?

    mutating func append(_ line: String) {
        guard let longer = line.withCString({ curl_slist_append(list, $0) }) else { return }
        list = longer
    }

    deinit {
        curl_slist_free_all(list)
    }
}
