import BackgroundURLSession
import FakeAgent
import Foundation
import Testing

@Suite("What a background session refuses")
struct MisuseTests {
    /// The sentence with which a process stopped.
    private func sentence(_ result: ExitTest.Result?) -> String {
        String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    }

    @Test("rows 26, 85: a completion handler stops the program with a sentence")
    func closures() async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let session = try Bench().session(nil)
            _ = session.downloadTask(with: try url("http://example.com/1")) { _, _, _ in }
        }
        #expect(sentence(result).contains("cannot have a completion handler"))
    }

    @Test("data tasks stop the program with a sentence")
    func data() async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = try Bench().session(nil).dataTask(with: try url("http://example.com/1"))
        }
        #expect(sentence(result).contains("no data tasks"))
    }

    @Test("row 84: uploads stop the program with a sentence")
    func uploads() async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let request = URLRequest(url: try url("http://example.com/1"))
            _ = try Bench().session(nil).uploadTask(with: request, fromFile: URL(fileURLWithPath: "/etc/hostname"))
        }
        #expect(sentence(result).contains("no upload tasks"))
    }

    @Test("row 85: a body stream stops the program with a sentence")
    func streams() async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            var request = URLRequest(url: try url("http://example.com/1"))
            request.httpMethod = "POST"
            request.httpBodyStream = InputStream(data: Data("1".utf8))
            _ = try Bench().session(nil).downloadTask(with: request)
        }
        #expect(sentence(result).contains("body stream"))
    }

    @Test("WebSockets stop the program with a sentence")
    func sockets() async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = try Bench().session(nil).webSocketTask(with: try url("ws://example.com/1"))
        }
        #expect(sentence(result).contains("no WebSocket tasks"))
    }

    @Test("a task after the invalidation stops the program with a sentence")
    func invalidated() async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let session = try Bench().session(Listener())
            session.invalidateAndCancel()
            _ = session.downloadTask(with: try url("http://example.com/1"))
        }
        #expect(sentence(result).contains("has been invalidated"))
    }

    @Test("rows 3, 10: another configuration and an empty identifier stop the program with a sentence")
    func configurations() async throws {
        let plain = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = BackgroundURLSession(configuration: .default)
        }
        #expect(sentence(plain).contains("background(withIdentifier:)"))
        let empty = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = try Bench().session(named: "", nil)
        }
        #expect(sentence(empty).contains("1 to 255 bytes"))
    }

    @Test("row 14: a plain URLSession with a background configuration says that it is none, and a second session does")
    func plainSession() async throws {
        let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
            _ = URLSession(configuration: .background(withIdentifier: "app"))
        }
        #expect(sentence(result).contains("make a BackgroundURLSession"))
    }
}
