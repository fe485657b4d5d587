import DownloadCore
import Testing

@Suite struct ProxyAddressTests {
    @Test(arguments: [
        ("127.0.0.1:8080", "http://127.0.0.1:8080"), ("http://me:secret@proxy.example:3128", "http://proxy.example:3128"),
        ("socks5h://me:se%40cret@[::1]:1080/", "socks5h://[::1]:1080/"), ("none", "none"), ("me:secret@h:1", "http://h:1"),
    ])
    func `a proxy is shown without its password`(text: String, shown: String) {
        #expect(ProxyAddress.shown(text) == shown)
        #expect(!ProxyAddress.shown(text).contains("secret"))
    }
}
