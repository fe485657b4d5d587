internal import DownloadCore

/// Which addresses a background session fetches.
enum WebAddress {
    /// Whether it is an http or https address with a host.
    static func isSupported(_ text: String) -> Bool {
        guard let address = Address(text) else { return false }
        return address.scheme == "http" || address.scheme == "https"
    }
}
