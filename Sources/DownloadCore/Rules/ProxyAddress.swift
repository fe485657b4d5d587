/// The address of a proxy, as `--proxy`, the configuration and the environment name it.
public enum ProxyAddress {
    /// A scheme that stands for no scheme, as in `127.0.0.1:8080`, is `http`.
    public static let schemes = ["http", "https", "socks4", "socks4a", "socks5", "socks5h"]

    /// Whether something can be asked through it; `none` is the wish for no proxy.
    public static func isUsable(_ text: String) -> Bool {
        guard text != "none" else { return true }
        let hasScheme = text.contains("://")
        guard let address = Address(hasScheme ? text : "http://" + text), schemes.contains(address.scheme) else { return false }
        return address.rest.isEmpty || address.rest == "/"
    }

    /// The same without a name and a password, for people to see.
    public static func shown(_ text: String) -> String {
        let hasScheme = text.contains("://")
        guard text != "none", let address = Address(hasScheme ? text : "http://" + text) else { return "none" }
        return address.withoutUserInfo
    }

    /// What a person is told that it must be.
    public static let expectation =
        "an address such as http://HOST:PORT or socks5h://HOST:PORT (\(schemes.joined(separator: ", "))), or none"
}
