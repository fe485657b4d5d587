internal import AgentLink
internal import DownloadCore
internal import Platform

/// What a person should read who wonders why nothing comes.
enum Hints {
    /// A new session whose name is nearly that of another one is most likely a slip (row 9).
    static func report(_ reply: AttachCall.Reply, for identifier: SessionIdentifier) {
        guard reply.isNew, !reply.nearMisses.isEmpty else { return }
        Output.write(text(for: identifier, nearMisses: reply.nearMisses), to: .error)
    }

    static func text(for identifier: SessionIdentifier, nearMisses: [String]) -> String {
        // The names are shown with their control characters escaped.
        let others = nearMisses.prefix(3).map(\.debugDescription).joined(separator: ", ")
        return "haul: there was no session \(identifier.text.debugDescription), a new one was made; did you mean \(others)?\n"
    }
}
