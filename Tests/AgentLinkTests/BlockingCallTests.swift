import AgentLink
import Platform
import Synchronization
import TestSupport
import Testing

@Suite("Calls that block", .timeLimit(.minutes(1)))
struct BlockingCallTests {
    let folder: TemporaryFolder
    let place: AgentPlace

    init() throws {
        folder = try TemporaryFolder()
        place = try AgentPlace(environment: Environment(["HOME": folder.path, "XDG_RUNTIME_DIR": folder.path]))
    }

    func serve(link: Int = LinkVersion.current) async throws -> (LinkServer, SampleService) {
        let service = SampleService(hello: .init(link: link, version: ProgramVersion.text, pid: 1, store: "s", documents: "/d"))
        let server = try LinkServer(place.listen(), service: service, limits: LinkLimits())
        await server.start()
        return (server, service)
    }

    /// Makes a call on a thread of its own, as the caller's is of the cooperative pool.
    func make<Call: AgentCall>(_ call: Call, limit: Duration = .seconds(5)) async throws -> Result<Call.Reply, LinkError> {
        let place = place
        return try await withCheckedThrowingContinuation { continuation in
            do throws(SystemError) {
                let thread = try NamedThread.start("caller") {
                    do throws(LinkError) {
                        let reply = try BlockingCall.make(call, as: "blocking", place: place, limit: limit)
                        continuation.resume(returning: .success(reply))
                    } catch {
                        continuation.resume(returning: .failure(error))
                    }
                }
                thread.detach()
            } catch {
                continuation.resume(throwing: error)
            }
        }
    }

    @Test("a call is made and answered")
    func answered() async throws {
        let (server, service) = try await serve()
        #expect(try await make(StatusCall()).get().pid == 1)
        #expect(service.state.withLock(\.calls).contains("hello blocking"))
        await server.stop()
    }

    @Test("the agent's refusal is the caller's error")
    func refused() async throws {
        let (server, _) = try await serve()
        guard case .failure(let error) = try await make(LimitCall(rate: 1)) else {
            Issue.record("no error")
            return
        }
        #expect(error.code != .unreachable && error.code != .badReply)
        await server.stop()
    }

    @Test("an agent that is just being replaced is waited for")
    func late() async throws {
        async let result = make(StatusCall(), limit: .seconds(20))
        try await Task.sleep(for: .milliseconds(120))
        let (server, _) = try await serve()
        #expect(try await result.get().pid == 1)
        await server.stop()
    }

    @Test("without an agent the time is over; one of another version is named")
    func failures() async throws {
        guard case .failure(let error) = try await make(StatusCall(), limit: .milliseconds(200)) else {
            Issue.record("no error")
            return
        }
        #expect(error.code == .unreachable)
        let (server, _) = try await serve(link: LinkVersion.current + 1)
        guard case .failure(let other) = try await make(StatusCall()) else {
            Issue.record("no error")
            return
        }
        #expect(other.code == .version)
        await server.stop()
    }
}
