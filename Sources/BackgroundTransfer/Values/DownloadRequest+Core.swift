internal import DownloadCore
internal import FoundationEssentials

extension DownloadRequest {
    /// The longest body, in bytes.
    static let longestBody = 1 << 20

    /// The request as the agent takes it, with all that the session's configuration says about it.
    func core(_ configuration: SessionConfiguration) throws -> DownloadCore.DownloadRequest {
        guard WebAddress.isSupported(url.absoluteString) else {
            let why = "Only http and https addresses can be downloaded, and files cannot be uploaded: \(url.scheme ?? "no scheme")"
            throw BackgroundSessionError(.unsupportedURL, why)
        }
        var core = DownloadCore.DownloadRequest(urls: [url.absoluteString])
        try apply(configuration, to: &core)
        try addMessage(to: &core, configuration)
        core.checksum = expectedDigest?.checksum
        try addDestination(to: &core)
        core.priority = Priority(priority)
        core.startsPaused = startsSuspended
        core.taskDescription = taskDescription
        core.libraryData = libraryData
        core.earliestBegin = earliestBeginDate.map { WallTime($0) }
        core.expectedBytes = expectedByteCount.map { max($0, 0) }
        return core
    }

    private func apply(_ configuration: SessionConfiguration, to core: inout DownloadCore.DownloadRequest) throws {
        let silence = requestTimeout ?? configuration.requestTimeout
        core.requestTimeout = requestTimeout
        core.stallTimeout = silence
        core.connectTimeout = min(core.connectTimeout, silence)
        core.resourceTimeout = configuration.resourceTimeout
        core.retry = configuration.retry
        core.waitsForNetwork = true
        core.waitsForDisk = true
        core.waitsForCredentials = true
        core.isDiscretionary = configuration.isDiscretionary
        core.allowsCellularAccess = allowsCellularAccess && configuration.allowsCellularAccess
        core.allowsExpensiveNetworkAccess = configuration.allowsExpensiveNetworkAccess
        core.allowsConstrainedNetworkAccess = configuration.allowsConstrainedNetworkAccess
        core.acceptableStatusCodes = configuration.acceptableStatusCodes
        core.sessionConnectionsPerHost = configuration.maximumConnectionsPerHost
        core.maximumConnections = min(core.maximumConnections, configuration.maximumConnectionsPerHost)
    }

    private func addMessage(to core: inout DownloadCore.DownloadRequest, _ configuration: SessionConfiguration) throws {
        guard method == "GET" || method == "POST" else {
            throw BackgroundSessionError(.invalidRequest, "A download asks with GET or POST, not with '\(method)'.")
        }
        if let body {
            guard method == "POST" else { throw BackgroundSessionError(.invalidRequest, "Only a POST has a body.") }
            guard body.count <= Self.longestBody else {
                let why = "A request's body has at most 1 MiB, and this one has \(body.count) bytes; uploads are not possible."
                throw BackgroundSessionError(.invalidRequest, why)
            }
            core.body = [UInt8](body)
        }
        core.method = method
        let own = try HeaderField.all(of: headers)
        let names = Set(own.map { $0.name.lowercased() })
        core.headers = configuration.additionalHeaders.filter { !names.contains($0.name.lowercased()) } + own
    }

    private func addDestination(to core: inout DownloadCore.DownloadRequest) throws {
        guard let destination else {
            core.isStaged = true
            return
        }
        let path = try destination.checkedPath("A destination")
        var isFolder: Bool = false
        let exists = FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
        if destination.hasDirectoryPath || exists && isFolder {
            core.directory = path
        } else {
            let name = destination.lastPathComponent
            do {
                try FileName.check(chosen: name)
            } catch {
                throw BackgroundSessionError(.invalidRequest, "A destination must name a file or a folder: \(error).")
            }
            core.directory = destination.absoluteURL.deletingLastPathComponent().path(percentEncoded: false)
            core.outputName = name
        }
    }

    /// What the agent says of a request; without secrets.
    init(_ core: DownloadCore.DownloadRequest, shownURL: String) {
        // Addresses that were taken once can be read again, or the agent is of another opinion: then this is at least some address.
        self.init(url: URL(string: core.urls.first ?? shownURL) ?? URL(filePath: "/"))
        method = core.method
        body = core.body.map { Data($0) }
        headers = Dictionary(core.headers.map { ($0.name, $0.value) }) { _, last in last }
        taskDescription = core.taskDescription
        libraryData = core.libraryData
        priority = DownloadPriority(core.priority)
        earliestBeginDate = core.earliestBegin.map(Date.init)
        requestTimeout = core.requestTimeout
        allowsCellularAccess = core.allowsCellularAccess
        expectedByteCount = core.expectedBytes
        expectedDigest = core.checksum.flatMap { Digest($0) }
        startsSuspended = core.startsPaused
        if !core.isStaged, let directory = core.directory {
            let folder = URL(filePath: directory, directoryHint: .isDirectory)
            destination = core.outputName.map { folder.appending(path: $0, directoryHint: .notDirectory) } ?? folder
        }
    }
}

extension Priority {
    init(_ priority: DownloadPriority) {
        self =
            switch priority {
            case .low: .low
            case .normal: .normal
            case .high: .high
            }
    }
}

extension DownloadPriority {
    init(_ priority: Priority) {
        self =
            switch priority {
            case .low: .low
            case .normal: .normal
            case .high: .high
            }
    }
}

extension Date {
    init(_ time: WallTime) {
        self.init(timeIntervalSince1970: Double(time.nanoseconds) / 1e9)
    }
}
