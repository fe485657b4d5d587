public import DownloadCore

extension ListEntry {
    /// What to fetch for this entry: its own options go before those of the command line, and these before the configuration.
    ///
    /// A relative `dir=` starts from the absolute path `folder`.
    public func request(options: BatchOptions, defaults: RequestDefaults, relativeTo folder: String) -> DownloadRequest {
        var request = options.request(urls: urls, defaults: defaults)
        var connections: Int?
        for option in self.options {
            switch option {
            case .out(let name): (request.outputName, request.outputTemplate) = (name, nil)
            case .directory(let path): request.directory = path.hasPrefix("/") ? path : folder + (folder.hasSuffix("/") ? "" : "/") + path
            case .header(let header): request.headers.append(header)
            case .checksum(let checksum): request.checksum = checksum
            case .referer(let referer): request.referer = referer
            case .userAgent(let agent): request.userAgent = agent
            case .rateLimit(let limit): request.rateLimit = limit > 0 ? limit : nil
            case .connections(let number): connections = min(connections ?? number, number)
            }
        }
        if let connections { request.maximumConnections = connections }
        return request
    }
}
