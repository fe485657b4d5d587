internal import Configuration
internal import DownloadCore
internal import Transport

/// Asks servers how long the files behind pasted addresses are, a few at a time.
@MainActor
final class LengthDesk {
    /// Questions on their way at once.
    static let most = 4

    private let ask: @Sendable (String) async -> Int64?
    private let tell: @Sendable (String, Int64?) -> Void
    private var asked: Set<String> = []

    /// What was told, but may not have been taken over yet: it is still wanted then, and must not be asked for again.
    private var told: Set<String> = []

    init(ask: @escaping @Sendable (String) async -> Int64?, tell: @escaping @Sendable (String, Int64?) -> Void) {
        self.ask = ask
        self.tell = tell
    }

    /// Asks for some of the addresses that the screen wants to know about; what is on its way is not asked again.
    func want(_ urls: [String]) {
        let (ask, tell) = (ask, tell)
        told.formIntersection(urls)
        for url in urls where asked.count < Self.most && !told.contains(url) && asked.insert(url).inserted {
            Task {
                let length = await ask(url)
                asked.remove(url)
                told.insert(url)
                tell(url, length)
            }
        }
    }
}

extension Probe.Options {
    /// How servers are reached by the settings of downloads.
    init(_ settings: Settings, home: String) {
        self.init()
        userAgent = settings.downloads.userAgent
        proxy = settings.network.proxy
        certificateAuthorities = settings.network.certificateAuthorities.map { Settings.expand($0, home: home) }
        connectTimeout = settings.downloads.connectTimeout
        timeout = settings.downloads.timeout
    }

    /// The length of the file behind an address; nil when the server does not say, or has no such file.
    func length(of url: String) async -> Int64? {
        var options = self
        // Nobody looks at a dialog for longer.
        options.connectTimeout = min(connectTimeout, .seconds(10))
        options.timeout = min(timeout, .seconds(15))
        let report = await Probe(options: options).run(url)
        return report.representation == nil ? nil : report.length
    }
}
