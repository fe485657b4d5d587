package import AgentLink

extension AgentAccess {
    /// The agent of the person who runs this process.
    package static let standard = AgentAccess(LinkConnector())
}

extension LinkClient: AgentConnection {}

/// Reaches the real agent.
package struct LinkConnector: AgentConnector {
    private let client: String

    /// Makes a connector that names its user for the agent's log.
    package init(client: String = "BackgroundTransfer") {
        self.client = client
    }

    package func connect() async throws(LinkError) -> any AgentConnection {
        try await AgentFinder.connect(as: client)
    }

    package func exchange<Call: AgentCall>(_ call: Call) throws(LinkError) -> Call.Reply {
        try BlockingCall.make(call, as: client)
    }
}
