public import BackgroundTransfer
public import Foundation
@_exported public import FoundationNetworking

/// How a background session works: what `URLSessionConfiguration.background(withIdentifier:)` makes.
///
/// A session copies it: later changes have no effect on that session.
public final class BackgroundURLSessionConfiguration: URLSessionConfiguration, @unchecked Sendable {
    // Unchecked as its superclass is: like that one it is set up by one thread and copied by the session, which never changes its copy.

    /// Whether the agent may start the program when its transfers have ended and it does not run.
    public var sessionSendsLaunchEvents = true

    /// What the agent starts then; by itself this program without arguments.
    ///
    /// Nil for nothing. What is started finds out with `BackgroundEvents.handler`.
    public var launchCommand: LaunchCommand? = .thisProgram()

    /// Lets the agent start this program with these arguments.
    ///
    /// Not those that it was started with: a program that adds a download for each argument would add them again and again.
    public func launchThisProgram(with arguments: [String]) {
        launchCommand = .thisProgram(arguments)
    }

    /// Whether tasks may use a network that costs by volume.
    public var allowsExpensiveNetworkAccess = true

    /// Whether tasks may run while the person saves data.
    public var allowsConstrainedNetworkAccess = true

    /// Always true: a background session waits for the network, whatever is set here.
    public var waitsForConnectivity: Bool {
        get { true }
        // A member of the subclass and not of an extension: beside the unavailable one of the superclass that would crash the compiler in programs.
        set {}
    }

    private var container: String?

    /// The absolute path of the folder in which finished files wait for the delegate; nil for the agent's own.
    public override var sharedContainerIdentifier: String? {
        get { container }
        set { container = newValue }
    }

    /// Whether a background session shows what it was made with.
    private var isShown = false

    /// Read by `URLSession` and by hardly anybody else: when it is made, which would be a session of this process, and when it starts a task of its own.
    public override var protocolClasses: [AnyClass]? {
        get {
            if isShown { return [Tripwire.self] }
            Notes.write(
                """
                URLSession(configuration:) was given the background configuration '\(identifier ?? "")'. Such a session runs inside this process \
                and ends with it; make a BackgroundURLSession.
                """
            )
            return super.protocolClasses
        }
        set { super.protocolClasses = newValue }
    }

    /// A copy of all that is set.
    public override func copy(with zone: NSZone?) -> Any {
        duplicate()
    }

    /// A copy for whoever asks a session.
    func shown() -> BackgroundURLSessionConfiguration {
        let copy = duplicate()
        copy.isShown = true
        return copy
    }

    func duplicate() -> BackgroundURLSessionConfiguration {
        let copy = BackgroundURLSessionConfiguration.make(identifier)
        copy.requestCachePolicy = requestCachePolicy
        copy.timeoutIntervalForRequest = timeoutIntervalForRequest
        copy.timeoutIntervalForResource = timeoutIntervalForResource
        copy.networkServiceType = networkServiceType
        copy.allowsCellularAccess = allowsCellularAccess
        copy.isDiscretionary = isDiscretionary
        copy.connectionProxyDictionary = connectionProxyDictionary
        copy.httpShouldSetCookies = httpShouldSetCookies
        copy.httpCookieAcceptPolicy = httpCookieAcceptPolicy
        copy.httpAdditionalHeaders = httpAdditionalHeaders
        copy.httpMaximumConnectionsPerHost = httpMaximumConnectionsPerHost
        copy.httpCookieStorage = httpCookieStorage
        copy.urlCredentialStorage = urlCredentialStorage
        copy.urlCache = urlCache
        copy.sessionSendsLaunchEvents = sessionSendsLaunchEvents
        copy.launchCommand = launchCommand
        copy.allowsExpensiveNetworkAccess = allowsExpensiveNetworkAccess
        copy.allowsConstrainedNetworkAccess = allowsConstrainedNetworkAccess
        copy.container = container
        return copy
    }
}

extension URLSessionConfiguration {
    /// Makes the configuration of a background session.
    ///
    /// - Parameter identifier: The name under which the program finds the session again: 1 to 255 bytes, compared byte for byte.
    /// - Returns: a configuration with the defaults.
    public static func background(withIdentifier identifier: String) -> BackgroundURLSessionConfiguration {
        BackgroundURLSessionConfiguration.make(identifier)
    }
}

/// Makes configurations past the deprecation of the one initialiser that a subclass can reach.
///
/// That initialiser is deprecated since programs meant `.default`; there is no other one outside FoundationNetworking.
private protocol Makable: AnyObject {
    init()
}

extension BackgroundURLSessionConfiguration: Makable {
    fileprivate static func make(_ identifier: String?) -> BackgroundURLSessionConfiguration {
        func new<Made: Makable>(_ type: Made.Type) -> Made { type.init() }
        let made = new(BackgroundURLSessionConfiguration.self)
        made.identifier = identifier
        // There is no cache in a background session.
        made.urlCache = nil
        return made
    }

    /// The container as a folder; nil, with a word about it, for a name such as those that only Apple's systems know.
    private func folder(_ container: String) -> URL? {
        if container.hasPrefix("/") { return URL(fileURLWithPath: container, isDirectory: false) }
        Notes.write(
            "sharedContainerIdentifier '\(container)' is no absolute path, and here it names a folder; finished files wait in the agent's own."
        )
        return nil
    }

    /// The same for the library below.
    func core() -> BackgroundSession.Configuration {
        var core = BackgroundSession.Configuration(identifier: identifier ?? "")
        core.isDiscretionary = isDiscretionary
        core.requestTimeout = .interval(timeoutIntervalForRequest)
        core.resourceTimeout = .interval(timeoutIntervalForResource)
        core.allowsCellularAccess = allowsCellularAccess
        core.allowsExpensiveNetworkAccess = allowsExpensiveNetworkAccess
        core.allowsConstrainedNetworkAccess = allowsConstrainedNetworkAccess
        core.maximumConnectionsPerHost = httpMaximumConnectionsPerHost
        for (name, value) in httpAdditionalHeaders ?? [:] { core.additionalHeaders["\(name)"] = "\(value)" }
        // A reply is a file whatever its status, and a file that the delegate leaves is removed: Apple's way.
        core.acceptableStatusCodes = nil
        core.retainsUnclaimedFiles = false
        if let container { core.stagingDirectory = folder(container) }
        core.sendsLaunchEvents = sessionSendsLaunchEvents
        core.launchCommand = launchCommand
        return core
    }
}

extension Duration {
    /// A time interval as programs set it: infinite, negative and absurd ones made usable.
    static func interval(_ seconds: TimeInterval) -> Duration {
        // A thousand years are long enough for everybody, and far from overflow.
        .seconds(seconds.isNaN ? 60 : min(max(seconds, 0.001), 3.2e10))
    }

    /// The same number as programs read it.
    var interval: TimeInterval {
        Double(components.seconds) + Double(components.attoseconds) / 1e18
    }
}
