import DownloadCore
import Headless

/// Input lists: read as one piece and in pieces they say the same.
@_cdecl("LLVMFuzzerTestOneInput") public func fuzz(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    let bytes = Array(UnsafeRawBufferPointer(start: start, count: count))
    var list = InputList()
    let whole = list.feed(bytes) + list.finish()
    let middle = bytes.count / 3
    var other = InputList()
    let pieces = other.feed(Array(bytes[..<middle])) + other.feed(Array(bytes[middle...])) + other.finish()
    demand(whole == pieces, "pieces are read in another way")
    for case .entry(let entry) in whole {
        let request = entry.request(options: BatchOptions(), defaults: RequestDefaults(), relativeTo: "/home")
        demand(!request.urls.isEmpty, "an entry without an address")
        for url in request.urls {
            guard let scheme = Address(url)?.scheme else { fatalError("\(url.debugDescription) is no address") }
            demand(Address.downloadSchemes.contains(scheme), scheme)
        }
        demand(request.directory.map { $0.hasPrefix("/") } ?? true, "a folder that depends on where one stands")
    }
    return 0
}
