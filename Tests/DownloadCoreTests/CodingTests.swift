import DownloadCore
import Foundation
import Testing

/// Values that write themselves by hand: none of their properties may be forgotten, now or later.
@Suite struct CodingTests {
    /// The properties that are the same in both.
    private func same<Value>(_ left: Value, _ right: Value) -> [String] {
        let pairs = zip(Mirror(reflecting: left).children, Mirror(reflecting: right).children)
        return pairs.filter { "\($0.value)" == "\($1.value)" }.compactMap(\.0.label)
    }

    private func again<Value: Codable>(_ value: Value) throws -> Value {
        try JSONDecoder().decode(Value.self, from: try JSONEncoder().encode(value))
    }

    @Test func `every property of a request comes back`() throws {
        var request = DownloadRequest(urls: ["https://example.org/a", "https://example.net/a"])
        request.method = "POST"
        request.body = [1, 2, 0, 255]
        request.headers = [HeaderField(name: "Accept", value: "text/plain")]
        request.referer = "https://example.org/"
        request.userAgent = "agent"
        request.credentials = Credentials(user: "me", password: "secret")
        request.usesNetrc = true
        request.cookieFile = "/cookies"
        request.proxy = "http://127.0.0.1:1"
        request.certificateAuthorities = "/authorities"
        request.isInsecure = true
        request.checksum = Checksum(.md5, hex: String(repeating: "a", count: 32))
        request.outputTemplate = "{name}"
        request.outputName = "name"
        request.directory = "/folder"
        request.maximumConnections = 3
        request.rateLimit = 5
        request.lowestSpeed = 7
        request.connectTimeout = .seconds(11)
        request.stallTimeout = .seconds(13)
        request.requestTimeout = .seconds(14)
        request.retry = RetryPolicy(tries: 17, firstDelay: .seconds(2), longestDelay: .seconds(19))
        request.waitsForNetwork = true
        request.waitsForDisk = true
        request.requiresResume = true
        request.resumeWithoutValidator = .size
        request.priority = .high
        request.startsPaused = true
        request.taskDescription = "description"
        request.libraryData = "data"
        request.resourceTimeout = .seconds(23)
        request.earliestBegin = WallTime(seconds: 29)
        request.isDiscretionary = true
        request.allowsCellularAccess = false
        request.allowsExpensiveNetworkAccess = false
        request.allowsConstrainedNetworkAccess = false
        request.acceptableStatusCodes = nil
        request.sessionConnectionsPerHost = 31
        request.expectedBytes = 37
        request.waitsForCredentials = true
        request.isStaged = true
        request.group = "nightly"
        request.onFinish = ["/bin/echo", "done"]
        #expect(same(request, DownloadRequest(urls: [])).filter { $0 != "shared" } == [])
        #expect(same(request.options, DownloadRequest(urls: []).options) == [])
        #expect(try again(request) == request)
    }

    @Test func `every property of a session's configuration comes back`() throws {
        var configuration = SessionConfiguration()
        configuration.isDiscretionary = true
        configuration.requestTimeout = .seconds(3)
        configuration.resourceTimeout = .seconds(5)
        configuration.allowsCellularAccess = false
        configuration.allowsExpensiveNetworkAccess = false
        configuration.allowsConstrainedNetworkAccess = false
        configuration.maximumConnectionsPerHost = 2
        configuration.additionalHeaders = [HeaderField(name: "Accept", value: "text/plain")]
        configuration.acceptableStatusCodes = nil
        configuration.retry = RetryPolicy(tries: nil, firstDelay: .seconds(2), longestDelay: .seconds(19))
        configuration.stagingDirectory = "/folder"
        configuration.sendsLaunchEvents = false
        configuration.launchCommand = .init(arguments: ["program"], workingDirectory: "/", environment: ["A": "B"])
        configuration.launchGrace = .seconds(7)
        configuration.retainsUnclaimedFiles = false
        #expect(same(configuration, SessionConfiguration()) == [])
        #expect(try again(configuration) == configuration)
    }
}
