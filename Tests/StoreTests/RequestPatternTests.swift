import DownloadCore
import Foundation
import Testing

@testable import Store

/// What is remembered of the row before never makes another request of the next.
@Suite struct RequestPatternTests {
    private static func request(_ urls: [String], _ change: (inout DownloadRequest) -> Void = { _ in }) -> DownloadRequest {
        var request = DownloadRequest(urls: urls)
        change(&request)
        return request
    }

    /// Neighbours that are alike, nearly alike, and hard to write.
    private static let requests = [
        request(["http://a/1"]), request(["http://a/2"]), request(["http://a/\"],\"urls\":[\"x"]), request(["http://a/ü\\"]),
        request(["http://a/3"]),
        request(["http://a/4"]) { $0.priority = .high }, request(["http://a/5"]) { $0.priority = .high },
        request(["http://a/6"]) { $0.outputName = "six" }, request(["http://a/7"]) { $0.outputName = "seven" },
        request(["http://a/8"]) { $0.checksum = Checksum(.md5, hex: String(repeating: "a", count: 32)) }, request(["http://a/9"]),
        request(["http://a/10", "http://b/10"]), request([]), request([""]),
        request(["http://a/11"]) { $0.taskDescription = "\"urls\":[\"http://a/11\"]" },
        request(["http://a/12"]) { $0.taskDescription = "\"urls\":[\"http://a/11\"]" }, request(["http://a/\u{7}"]),
    ]

    @Test func `one after the other, each is written as it would be alone, and comes back`() throws {
        let coder = RowCoder()
        for first in Self.requests {
            for second in Self.requests {
                for request in [first, second] {
                    let body = try coder.encode(request: request)
                    #expect(body == (try RowCoder().encode(request)))
                    #expect(coder.request(body) == request)
                }
            }
        }
    }

    @Test func `bytes that are no request are none after one either`() throws {
        let coder = RowCoder()
        let good = try coder.encode(request: Self.requests[0])
        var bad: [[UInt8]] = [[], Array(good.dropLast()), good + good]
        let place = try #require(good.firstRange(of: Array("http".utf8))).lowerBound
        for byte: UInt8 in [0, 10, 34, 92, 128, 255] { bad.append(good[..<place] + [byte] + good[place...]) }
        for body in bad {
            let alone = try? JSONDecoder().decode(DownloadRequest.self, from: Data(body))
            #expect(coder.request(good) == Self.requests[0])
            #expect(coder.request(body) == alone)
        }
    }
}
