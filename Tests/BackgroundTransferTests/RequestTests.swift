import AgentLink
import DownloadCore
import FoundationEssentials
import TestSupport
import Testing

@testable import BackgroundTransfer

@Suite("Requests and configurations")
struct RequestTests {
    let url: URL

    init() throws {
        url = try #require(URL(string: "https://example.com/a b.iso"))
    }

    func core(_ configure: (inout BackgroundTransfer.DownloadRequest) -> Void) throws -> DownloadCore.DownloadRequest {
        var request = BackgroundTransfer.DownloadRequest(url: url)
        configure(&request)
        return try request.core(SessionConfiguration())
    }

    @Test("rows 19 to 23: the configuration of the session goes into each task")
    func configuration() throws {
        var configuration = BackgroundSession.Configuration(identifier: "app")
        configuration.isDiscretionary = true
        configuration.requestTimeout = .seconds(7)
        configuration.resourceTimeout = .seconds(70)
        configuration.allowsCellularAccess = false
        configuration.allowsExpensiveNetworkAccess = false
        configuration.allowsConstrainedNetworkAccess = false
        configuration.maximumConnectionsPerHost = 2
        configuration.additionalHeaders = ["X-App": "1", "accept": "a"]
        configuration.acceptableStatusCodes = nil
        configuration.retryPolicy = .never
        var request = BackgroundTransfer.DownloadRequest(url: url)
        request.headers = ["Accept": "b"]
        let core = try request.core(configuration.core())
        #expect(core.isDiscretionary && core.stallTimeout == .seconds(7) && core.connectTimeout == .seconds(7))
        #expect(core.resourceTimeout == .seconds(70) && core.sessionConnectionsPerHost == 2 && core.maximumConnections == 2)
        #expect(!core.allowsCellularAccess && !core.allowsExpensiveNetworkAccess && !core.allowsConstrainedNetworkAccess)
        #expect(core.acceptableStatusCodes == nil && core.retry.tries == 0)
        #expect(core.headers == [HeaderField(name: "X-App", value: "1"), HeaderField(name: "Accept", value: "b")])
        #expect(core.waitsForNetwork && core.waitsForDisk && core.waitsForCredentials && core.isStaged)
    }

    @Test("rows 19, 21: a request may have its own timeout, longer or shorter than the session's, and do without mobile networks")
    func ownTimeout() throws {
        var configuration = BackgroundSession.Configuration(identifier: "app")
        configuration.requestTimeout = .seconds(20)
        var request = BackgroundTransfer.DownloadRequest(url: url)
        #expect(try request.core(configuration.core()).requestTimeout == nil)
        for seconds in [5, 90] {
            request.requestTimeout = .seconds(seconds)
            request.allowsCellularAccess = false
            let core = try request.core(configuration.core())
            #expect(core.requestTimeout == .seconds(seconds) && core.stallTimeout == .seconds(seconds) && !core.allowsCellularAccess)
            #expect(core.connectTimeout == min(.seconds(30), .seconds(seconds)))
        }
    }

    @Test("a configuration and a request can be stored and read again")
    func coding() throws {
        var configuration = BackgroundSession.Configuration(identifier: "app")
        configuration.launchCommand = LaunchCommand(["/bin/app", "--resume"], environment: ["A": "1"])
        configuration.stagingDirectory = URL(filePath: "/data/staging/")
        let decoded = try JSONDecoder().decode(BackgroundSession.Configuration.self, from: JSONEncoder().encode(configuration))
        #expect(decoded == configuration)
        #expect(try decoded.core().launchCommand?.arguments == ["/bin/app", "--resume"])
        var request = BackgroundTransfer.DownloadRequest(url: url)
        request.expectedDigest = Digest(.md5, hexadecimal: String(repeating: "A", count: 32))
        request.body = Data([0, 255])
        #expect(try JSONDecoder().decode(BackgroundTransfer.DownloadRequest.self, from: JSONEncoder().encode(request)) == request)
    }

    @Test("row 35: a destination is a folder or a file's name")
    func destination() throws {
        let folder = try TemporaryFolder()
        var core = try core { $0.destination = URL(filePath: folder.path, directoryHint: .notDirectory) }
        #expect(core.directory == folder.path && core.outputName == nil && !core.isStaged)
        core = try self.core { $0.destination = URL(filePath: folder.path + "/new/", directoryHint: .isDirectory) }
        #expect(core.directory == folder.path + "/new/" && core.outputName == nil)
        core = try self.core { $0.destination = URL(filePath: folder.path + "/ä ö.bin") }
        #expect(core.directory == folder.path + "/" && core.outputName == "ä ö.bin")
        let back = BackgroundTransfer.DownloadRequest(core, shownURL: "")
        #expect(back.destination?.path(percentEncoded: false) == folder.path + "/ä ö.bin")
    }

    @Test("what cannot be sent is refused when it is asked for (rows 84, 85)")
    func refused() async throws {
        let cases: [(inout BackgroundTransfer.DownloadRequest) -> Void] = [
            { $0.method = "PUT" },
            { $0.method = "HEAD" },
            { $0.body = Data([1]) },
            { request in
                request.method = "POST"
                request.body = Data(count: (1 << 20) + 1)
            },
            { $0.headers = ["A": "b\r\nEvil: 1"] },
            { $0.headers = ["A b": "c"] },
            { $0.headers = ["": "c"] },
            { $0.headers = ["A:b": "c"] },
            { $0.destination = URL(string: "http://example.com/x") },
            { $0.destination = URL(filePath: "/tmp/" + String(repeating: "x", count: 256)) },
        ]
        for configure in cases {
            #expect(await code { _ = try core(configure) } == .invalidRequest)
        }
        let post = try core { request in
            request.method = "POST"
            request.body = Data(count: 1 << 20)
        }
        #expect(post.body?.count == 1 << 20 && post.method == "POST")
        var configuration = BackgroundSession.Configuration(identifier: "app")
        configuration.launchCommand = LaunchCommand([])
        #expect(await code { _ = try configuration.core() } == .invalidRequest)
    }

    @Test("a body of any length survives the link, and the longest fits into a message")
    func bodies() throws {
        for count in Array(0...10) + [BackgroundTransfer.DownloadRequest.longestBody] {
            var request = DownloadCore.DownloadRequest(urls: ["http://example.com/"])
            let body = (0..<count).map { UInt8(truncatingIfNeeded: $0 * 251) }
            request.body = body
            let session = try #require(SessionIdentifier("app"))
            let coded = try JSONEncoder().encode(AddCall(session: session, requests: [request], token: "t"))
            #expect(coded.count < LinkLimits.message - 1000)
            #expect(try JSONDecoder().decode(AddCall.self, from: coded).requests.first?.body == body)
        }
        func read(_ body: String) throws -> [UInt8]? {
            let json = Data(#"{"urls":["http://example.com/"],"body":\#(body)}"#.utf8)
            return try JSONDecoder().decode(DownloadCore.DownloadRequest.self, from: json).body
        }
        #expect(try read("[1,2,255]") == [1, 2, 255])
        #expect(try read(#""/+8=""#) == [0xFF, 0xEF])
        for wrong in [#""a""#, #""a=bc""#, #""ab=c""#, #""äaaa""#, #""====""#, #""aa a""#] {
            #expect(throws: DecodingError.self) { try read(wrong) }
        }
    }

    @Test("numbers and dates that make no sense do not trap")
    func extremes() throws {
        let core = try core { request in
            request.earliestBeginDate = .distantFuture
            request.expectedByteCount = -5
        }
        #expect(core.expectedBytes == 0)
        #expect(try self.core { $0.earliestBeginDate = Date(timeIntervalSince1970: .infinity) }.earliestBegin?.nanoseconds == .max)
        #expect(try self.core { $0.earliestBeginDate = Date(timeIntervalSince1970: .nan) }.earliestBegin?.nanoseconds == 0)
        var configuration = BackgroundSession.Configuration(identifier: "app")
        configuration.maximumConnectionsPerHost = -1
        configuration.retryPolicy.maximumRetries = -3
        #expect(try configuration.core().maximumConnectionsPerHost == 1)
        #expect(try configuration.core().retry.tries == 0)
    }

    @Test("a digest has the length and the characters of its kind")
    func digest() throws {
        #expect(Digest(.sha256, hexadecimal: "abc") == nil)
        #expect(Digest(.md5, hexadecimal: String(repeating: "g", count: 32)) == nil)
        let digest = try #require(Digest(.sha1, hexadecimal: String(repeating: "A", count: 40)))
        #expect(digest.description == "sha-1=" + String(repeating: "a", count: 40))
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode(Digest.self, from: Data(#"{"algorithm":"md5","hexadecimal":"1"}"#.utf8))
        }
    }

    @Test("codes of errors are those of Foundation where there are such")
    func codes() {
        for code in Failure.Code.allCases { #expect(!TransferError(Failure(code, "")).message.isEmpty) }
        #expect(TransferError(Failure(.timedOut, "")).code.rawValue == -1001)
        #expect(TransferError(Failure(.authorization, "")).code.rawValue == -1013)
        #expect(TransferError(Failure(.unsupportedURL, "")).code.rawValue == -1002)
        #expect(BackgroundSessionError.Code.unsupportedURL.rawValue == -1002)
        var offline = Failure(.network, "")
        offline.isOffline = true
        #expect(TransferError(offline).code.rawValue == -1009)
    }
}
