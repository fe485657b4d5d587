internal import DownloadCore

/// A name and a password for the server of a task; the agent sends them to no other host.
public struct DownloadCredential: Sendable, Hashable {
    /// The name.
    public var user: String

    /// The password.
    public var password: String

    /// Makes a credential.
    public init(user: String, password: String) {
        self.user = user
        self.password = password
    }

    var core: Credentials {
        Credentials(user: user, password: password)
    }
}
