internal import AgentLink
internal import DownloadCore

/// Requests that go to the agent in one message, which has a largest size.
struct RequestPortion {
    private static let most = 500
    private static let largest = LinkLimits.message - 100_000

    private(set) var requests: [DownloadRequest] = []
    private var size = 0

    /// Whether a request fits into a message at all.
    static func takes(_ request: DownloadRequest) -> Bool {
        request.sizeOnLink < largest
    }

    static func tooLong(_ request: DownloadRequest) -> Context.Problem {
        let address = request.urls.first.flatMap(Address.init)?.withoutUserInfo ?? ""
        return Context.Problem(["haul: the request to \(address) is too long for the agent; use haul --batch without --background."], 28)
    }

    func hasRoom(for request: DownloadRequest) -> Bool {
        requests.count < Self.most && size + request.sizeOnLink <= Self.largest
    }

    mutating func add(_ request: DownloadRequest) {
        requests.append(request)
        size += request.sizeOnLink
    }

    /// Hands all of them out.
    mutating func take() -> [DownloadRequest] {
        defer { (requests, size) = ([], 0) }
        return requests
    }
}

extension DownloadRequest {
    /// About how many bytes it takes in a message; a body is base 64 there.
    fileprivate var sizeOnLink: Int {
        let options = options
        let single = [options.referer, options.userAgent, options.directory, outputName, options.proxy].compactMap(\.self)
        let texts = urls + options.headers.flatMap { [$0.name, $0.value] } + single
        return 2_000 + 2 * texts.reduce(0) { $0 + $1.utf8.count } + (options.body?.count ?? 0) / 3 * 4
    }
}
