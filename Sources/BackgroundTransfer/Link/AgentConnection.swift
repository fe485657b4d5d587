package import AgentLink

/// A connection to the agent: `LinkClient`, or what stands in for it in tests.
package protocol AgentConnection: AnyObject, Sendable {
    /// Makes a call and waits for its answer, at most so long.
    func call<Call: AgentCall>(_ call: Call, timeout: Duration?) async throws(LinkError) -> Call.Reply

    /// What the agent says by itself, for one reader; ends with the connection.
    var notices: AsyncStream<Notice> { get }

    /// Ends the connection.
    func close() async
}

/// The ways to the agent.
package protocol AgentConnector: Sendable {
    /// Opens a connection, and starts an agent if there is none.
    func connect() async throws(LinkError) -> any AgentConnection

    /// Makes one call over a connection of its own and blocks the calling thread until the answer is there.
    ///
    /// For what must be said from synchronous code before it goes on: see `FileClaim` and `BackgroundLaunch`. It starts no agent.
    func exchange<Call: AgentCall>(_ call: Call) throws(LinkError) -> Call.Reply
}
