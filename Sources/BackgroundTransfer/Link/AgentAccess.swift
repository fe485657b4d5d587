/// The agent as one process sees it: how to reach it, and which of its sessions this process holds.
package final class AgentAccess: Sendable {
    package let connector: any AgentConnector
    let registry = SessionRegistry()

    package init(_ connector: any AgentConnector) {
        self.connector = connector
    }
}
