internal import CCurl
public import DownloadCore
internal import Platform

/// Asks a server for the first byte of a file and tells what it answered (`background-sessions.md` row 83).
///
/// It uses a handle and a thread of its own, so that it works while everything else may be broken.
public struct Probe: Sendable {
    /// How the server is reached, as for downloads.
    public struct Options: Sendable, Hashable {
        public var userAgent: String?

        /// An address, `none`, or nil for what the environment says.
        public var proxy: String?
        public var certificateAuthorities: String?
        public var connectTimeout = Duration.seconds(30)

        /// For one reply with its redirects' time not counted.
        public var timeout = Duration.seconds(60)

        public init() {}
    }

    /// As many as a download follows.
    private static let mostHops = 20

    private let options: Options

    public init(options: Options = Options()) {
        self.options = options
    }

    /// Asks, follows redirects, and returns when the final header and at most one piece of the body have come.
    public func run(_ url: String) async -> ProbeReport {
        await withCheckedContinuation { continuation in
            do throws(SystemError) {
                let thread = try NamedThread.start("haul-probe") { continuation.resume(returning: ask(url)) }
                thread.detach()
            } catch {
                continuation.resume(returning: ProbeReport(url: shown(url), failure: Failure(.internal, error.description)))
            }
        }
    }

    private func shown(_ url: String) -> String {
        Address(url)?.withoutUserInfo ?? ""
    }

    private func ask(_ url: String) -> ProbeReport {
        var report = ProbeReport(url: shown(url))
        guard var address = Address(url), address.scheme.hasPrefix("http"), Address.downloadSchemes.contains(address.scheme) else {
            report.failure = Failure(.unsupportedURL, "only http and https can be probed")
            return report
        }
        ccurl_global_init()
        var target = url
        while true {
            guard let easy = Easy() else {
                report.failure = Failure(.internal, "out of memory")
                return report
            }
            let answer = ProbeAnswer()
            let result = perform(easy, target, answer)
            guard answer.isComplete else {
                let text = String(cString: curl_easy_strerror(result))
                report.failure = Failure(result, message: text, host: address.host, hasLowestSpeed: false)
                return report
            }
            let reply = Reply(status: answer.status, fields: answer.fields, url: address.withoutUserInfo)
            guard (300...308).contains(reply.status), reply.status != 304, reply.value("Location") != nil else {
                report.reply = reply
                return report
            }
            guard report.hops.count < Self.mostHops else {
                report.failure = Failure(.redirect, "more than \(Self.mostHops) redirects")
                return report
            }
            guard let next = easy.string(CURLINFO_REDIRECT_URL), let nextAddress = Address(next) else {
                report.failure = Failure(.redirect, "the redirect leads nowhere")
                return report
            }
            report.hops.append(.init(status: reply.status, target: nextAddress.withoutUserInfo))
            guard address.mayRedirect(to: nextAddress, hasChecksum: false) else {
                report.failure = Failure(.redirect, "a redirect from \(address.scheme) to \(nextAddress.scheme) is not allowed")
                return report
            }
            (target, address) = (next, nextAddress)
        }
    }

    /// One request; the answer is complete when its header has come, whatever libcurl says of the body that was refused.
    private func perform(_ easy: borrowing Easy, _ url: String, _ answer: ProbeAnswer) -> CURLcode {
        easy.set(CURLOPT_URL, url)
        easy.set(CURLOPT_NOSIGNAL, true)
        easy.set(CURLOPT_PROTOCOLS_STR, "http,https")
        easy.set(CURLOPT_FOLLOWLOCATION, false)
        easy.set(CURLOPT_HTTP_VERSION, Int(CURL_HTTP_VERSION_1_1))
        easy.set(CURLOPT_CONNECTTIMEOUT_MS, milliseconds(options.connectTimeout))
        easy.set(CURLOPT_TIMEOUT_MS, milliseconds(options.timeout))
        easy.set(CURLOPT_SSLVERSION, Int(CURL_SSLVERSION_TLSv1_2))
        easy.set(CURLOPT_USERAGENT, options.userAgent ?? "haul")
        easy.set(CURLOPT_RANGE, "0-0")
        if let path = options.certificateAuthorities { easy.set(CURLOPT_CAINFO, path) }
        if let proxy = options.proxy { easy.set(CURLOPT_PROXY, proxy == "none" ? "" : proxy) }
        var headers = HeaderList()
        headers.append("Accept-Encoding: identity")
        ccurl_set_list(easy.handle, CURLOPT_HTTPHEADER, headers.list)
        // The answer outlives the call, which is all that libcurl uses it for.
        let context = Unmanaged.passUnretained(answer).toOpaque()
        ccurl_set_pointer(easy.handle, CURLOPT_WRITEDATA, context)
        ccurl_set_pointer(easy.handle, CURLOPT_HEADERDATA, context)
        ccurl_set_data_callback(easy.handle, CURLOPT_WRITEFUNCTION) { _, size, count, context in
            guard let context else { return 0 }
            let answer = Unmanaged<ProbeAnswer>.fromOpaque(context).takeUnretainedValue()
            return answer.receive(bodyBytes: size * count) ? size * count : 0
        }
        ccurl_set_data_callback(easy.handle, CURLOPT_HEADERFUNCTION) { bytes, size, count, context in
            guard let context, let bytes else { return 0 }
            let answer = Unmanaged<ProbeAnswer>.fromOpaque(context).takeUnretainedValue()
            return answer.receive(header: UnsafeRawBufferPointer(start: bytes, count: size * count)) ? size * count : 0
        }
        return withExtendedLifetime(answer) { curl_easy_perform(easy.handle) }
    }

    private func milliseconds(_ duration: Duration) -> Int {
        Int(clamping: max(1, duration.nanoseconds / 1_000_000))
    }
}

/// What has come of one reply; used by the probe's thread only.
private final class ProbeAnswer {
    private static let longestHeader = 256 * 1024
    private static let longestPage = 64 * 1024

    private(set) var status = 0
    private(set) var fields: [HeaderField] = []

    /// The header of a final reply has ended.
    private(set) var isComplete = false
    private var headerBytes = 0
    private var bodyBytes = 0

    func receive(header line: UnsafeRawBufferPointer) -> Bool {
        headerBytes += line.count
        guard headerBytes <= Self.longestHeader else { return false }
        // What follows a body are trailers.
        guard bodyBytes == 0 else { return true }
        let text = HeaderText.decode(line)
        if text.hasPrefix("HTTP/") {
            // Only the last of several replies counts: 1xx, a proxy's.
            status = text.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
            fields.removeAll()
            isComplete = false
        } else if text.allSatisfy(\.isNewline) {
            isComplete = status >= 200
        } else if let field = HeaderField(parsing: text.filter { $0 != "\r\n" && $0 != "\n" && $0 != "\r" }) {
            fields.append(field)
        }
        return true
    }

    /// A file is refused behind its first byte; a page that comes with a redirect or an error is read, since libcurl wants to see its end.
    func receive(bodyBytes count: Int) -> Bool {
        bodyBytes += count
        return bodyBytes <= ((200...299).contains(status) ? 1 : Self.longestPage)
    }
}
