internal import DownloadCore

/// The text of a request with a gap for its only address: the requests of one list are mostly alike but for that.
///
/// To read or to write JSON takes a hundred times as long as to compare it.
struct RequestPattern {
    private let request: DownloadRequest
    private let head: ArraySlice<UInt8>
    private let tail: ArraySlice<UInt8>

    /// Nil for a request with several addresses, or one that is not written as it is.
    init?(_ request: DownloadRequest, _ body: [UInt8]) {
        guard request.urls.count == 1, let url = request.urls.first, Self.isPlain(url.utf8) else { return nil }
        // Quotation marks within texts are escaped, so that this stands nowhere else.
        guard let place = body.firstRange(of: Array("\"urls\":[\"\(url)\"]".utf8)) else { return nil }
        head = body[..<(place.upperBound - url.utf8.count - 2)]
        tail = body[(place.upperBound - 2)...]
        self.request = request
    }

    /// The request that was written so; nil when it has to be read.
    func request(of body: [UInt8]) -> DownloadRequest? {
        let rest = body.count - head.count - tail.count
        guard rest >= 0, body.starts(with: head), body.suffix(tail.count) == tail else { return nil }
        let text = body[head.count..<(head.count + rest)]
        guard Self.isPlain(text), let url = String(validating: text, as: UTF8.self) else { return nil }
        var request = request
        request.urls = [url]
        return request
    }

    /// The text of a request; nil when it has to be written anew.
    func body(of other: DownloadRequest) -> [UInt8]? {
        guard other.urls.count == 1, let url = other.urls.first, Self.isPlain(url.utf8) else { return nil }
        var same = request
        same.urls = other.urls
        return same == other ? Array(head) + url.utf8 + tail : nil
    }

    /// Nothing in it is written otherwise in JSON.
    private static func isPlain(_ text: some Collection<UInt8>) -> Bool {
        text.allSatisfy { $0 >= 0x20 && $0 < 0x7f && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") }
    }
}
