import BackgroundURLSession
import DownloadCore
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

    @Test("a call that waits for its result stops the program with a sentence, also where the session is known as a URLSession only")
    func calls() async throws {
        let file = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let session: URLSession = try Bench().session(nil)
            _ = try await session.download(from: try url("http://127.0.0.1:1/"))
        }
        #expect(sentence(file).contains("use downloadTask(with:) and a delegate"))
        let data = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = try await Bench().session(nil).data(for: URLRequest(url: try url("http://127.0.0.1:1/")))
        }
        #expect(sentence(data).contains("use downloadTask(with:) and a delegate"))
        let upload = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            var request = URLRequest(url: try url("http://127.0.0.1:1/"))
            request.httpMethod = "POST"
            _ = try await Bench().session(nil).upload(for: request, from: Data([1]))
        }
        #expect(sentence(upload).contains("use downloadTask(with:) and a delegate"))
    }

    @Test("a task with a delegate of its own stops the program with a sentence")
    func delegates() async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            try Bench().session(nil).downloadTask(with: try url("http://example.com/1")).delegate = Listener()
        }
        #expect(sentence(result).contains("give one to the session"))
    }

    @Test("a container that is no path, as on iOS, is named, and the session works without it")
    func container() async throws {
        let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
            let bench = try Bench()
            let session = bench.session(nil) { $0.sharedContainerIdentifier = "group.com.example" }
            _ = await session.allTasks
            guard bench.agent.session("app")?.configuration.stagingDirectory == nil else { exit(1) }
        }
        #expect(sentence(result).contains("'group.com.example' is no absolute path"))
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
        // One that is made of what a background session shows says so with its first task.
        let copied = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
            let plain = URLSession(configuration: try Bench().session(nil).configuration)
            // Nobody listens there.
            _ = try? await plain.data(from: try url("http://127.0.0.1:1/"))
        }
        #expect(sentence(copied).contains("make a BackgroundURLSession"))
        #expect(!(BackgroundURLSession.shared is BackgroundURLSession))
    }
}
