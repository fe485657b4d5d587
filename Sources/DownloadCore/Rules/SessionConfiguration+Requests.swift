extension SessionConfiguration {
    /// What a program's request means in its session: what it leaves open, the configuration fills in (row 23).
    ///
    /// - Parameters:
    ///   - request: what the program asks for.
    ///   - staging: the agent's own folder for finished files, used when neither request nor configuration names one.
    /// - Returns: a request that no longer needs the configuration.
    public func completed(_ request: DownloadRequest, staging: String) -> DownloadRequest {
        var request = request
        request.stallTimeout = request.requestTimeout ?? requestTimeout
        request.resourceTimeout = request.resourceTimeout ?? resourceTimeout
        let own = Set(request.headers.map { $0.name.lowercased() })
        request.headers = additionalHeaders.filter { !own.contains($0.name.lowercased()) } + request.headers
        request.retry = retry
        request.isDiscretionary = request.isDiscretionary || isDiscretionary
        request.allowsCellularAccess = request.allowsCellularAccess && allowsCellularAccess
        request.allowsExpensiveNetworkAccess = request.allowsExpensiveNetworkAccess && allowsExpensiveNetworkAccess
        request.allowsConstrainedNetworkAccess = request.allowsConstrainedNetworkAccess && allowsConstrainedNetworkAccess
        request.acceptableStatusCodes = acceptableStatusCodes
        request.sessionConnectionsPerHost = max(1, maximumConnectionsPerHost)
        request.maximumConnections = max(1, min(request.maximumConnections, maximumConnectionsPerHost))
        if request.directory == nil {
            request.isStaged = true
            request.directory = stagingDirectory ?? staging
            // The number makes the name its own; the rest tells a person what it is.
            request.outputTemplate = "{id}-{name}"
            request.outputName = nil
        }
        request.waitForWhatPasses()
        return request
    }
}

extension DownloadRequest {
    /// In the background nobody stands by: what a person could mend is waited for.
    public mutating func waitForWhatPasses() {
        self.waitsForNetwork = true
        self.waitsForDisk = true
        self.waitsForCredentials = true
    }

    /// What a request of a command means in the agent's own session.
    public var inBackground: DownloadRequest {
        var request = self
        if request.retry == .batch { request.retry = .background }
        request.resourceTimeout = request.resourceTimeout ?? SessionConfiguration().resourceTimeout
        request.waitForWhatPasses()
        return request
    }
}
