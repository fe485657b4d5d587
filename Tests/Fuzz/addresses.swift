import DownloadCore

/// Addresses of files and of proxies, and what is shown of them.
@_cdecl("LLVMFuzzerTestOneInput") public func fuzz(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    var pieces = Pieces(UnsafeRawBufferPointer(start: start, count: count))
    let text = pieces.text()
    _ = ProxyAddress.isUsable(text)
    guard let address = Address(text) else { return 0 }
    let shown = address.withoutUserInfo
    guard let again = Address(shown) else { fatalError("\(shown.debugDescription) cannot be read again") }
    demand(again.origin == address.origin && again.rest == address.rest, "\(shown.debugDescription) leads elsewhere")
    demand(again.userInfo == nil, "\(shown.debugDescription) tells of a user")
    if let other = Address(pieces.text()), address.scheme == "https", address.mayRedirect(to: other, hasChecksum: false) {
        demand(other.scheme == "https", "down to \(other.scheme)")
    }
    return 0
}
