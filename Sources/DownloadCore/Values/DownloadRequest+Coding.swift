extension DownloadRequest {
    fileprivate enum CodingKeys: String, CodingKey {
        case urls, method, body, headers, referer, userAgent, credentials, usesNetrc, cookieFile, proxy, certificateAuthorities, isInsecure,
            checksum, outputTemplate, outputName, directory, maximumConnections, rateLimit, lowestSpeed, connectTimeout, stallTimeout,
            requestTimeout, retry, waitsForNetwork, waitsForDisk, requiresResume, resumeWithoutValidator, priority, startsPaused,
            taskDescription, libraryData, resourceTimeout, earliestBegin, isDiscretionary, allowsCellularAccess,
            allowsExpensiveNetworkAccess, allowsConstrainedNetworkAccess, acceptableStatusCodes, sessionConnectionsPerHost, expectedBytes,
            waitsForCredentials, isStaged, group, onFinish
    }

    /// Members that are missing have their defaults, so that rows of an older version and short messages are read.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(urls: try container.decode([String].self, forKey: .urls))
        try container.read(.checksum, into: &checksum)
        try container.read(.outputName, into: &outputName)
        try options.read(container)
    }

    /// Members that have their defaults are left out: most have, and rows and messages stay short.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(urls, forKey: .urls)
        try container.encodeIfPresent(checksum, forKey: .checksum)
        try container.encodeIfPresent(outputName, forKey: .outputName)
        try options.write(into: &container)
    }
}

extension DownloadRequest.Options {
    fileprivate mutating func read(_ container: KeyedDecodingContainer<DownloadRequest.CodingKeys>) throws {
        try container.read(.method, into: &method)
        body = try container.decodeIfPresent(BodyCoding.self, forKey: .body)?.bytes
        try container.read(.headers, into: &headers)
        try container.read(.referer, into: &referer)
        try container.read(.userAgent, into: &userAgent)
        try container.read(.credentials, into: &credentials)
        try container.read(.usesNetrc, into: &usesNetrc)
        try container.read(.cookieFile, into: &cookieFile)
        try container.read(.proxy, into: &proxy)
        try container.read(.certificateAuthorities, into: &certificateAuthorities)
        try container.read(.isInsecure, into: &isInsecure)
        try container.read(.outputTemplate, into: &outputTemplate)
        try container.read(.directory, into: &directory)
        try container.read(.maximumConnections, into: &maximumConnections)
        try container.read(.rateLimit, into: &rateLimit)
        try container.read(.lowestSpeed, into: &lowestSpeed)
        try container.readSeconds(.connectTimeout, into: &connectTimeout)
        try container.readSeconds(.stallTimeout, into: &stallTimeout)
        requestTimeout = try container.decodeIfPresent(SecondsCoding.self, forKey: .requestTimeout)?.duration
        try container.read(.retry, into: &retry)
        try container.read(.waitsForNetwork, into: &waitsForNetwork)
        try container.read(.waitsForDisk, into: &waitsForDisk)
        try container.read(.requiresResume, into: &requiresResume)
        try container.read(.resumeWithoutValidator, into: &resumeWithoutValidator)
        try container.read(.priority, into: &priority)
        try container.read(.startsPaused, into: &startsPaused)
        try container.read(.taskDescription, into: &taskDescription)
        try container.read(.libraryData, into: &libraryData)
        resourceTimeout = try container.decodeIfPresent(SecondsCoding.self, forKey: .resourceTimeout)?.duration
        try container.read(.earliestBegin, into: &earliestBegin)
        try container.read(.isDiscretionary, into: &isDiscretionary)
        try container.read(.allowsCellularAccess, into: &allowsCellularAccess)
        try container.read(.allowsExpensiveNetworkAccess, into: &allowsExpensiveNetworkAccess)
        try container.read(.allowsConstrainedNetworkAccess, into: &allowsConstrainedNetworkAccess)
        try container.read(.acceptableStatusCodes, into: &acceptableStatusCodes)
        try container.read(.sessionConnectionsPerHost, into: &sessionConnectionsPerHost)
        try container.read(.expectedBytes, into: &expectedBytes)
        try container.read(.waitsForCredentials, into: &waitsForCredentials)
        try container.read(.isStaged, into: &isStaged)
        try container.read(.group, into: &group)
        try container.read(.onFinish, into: &onFinish)
    }

    fileprivate func write(into container: inout KeyedEncodingContainer<DownloadRequest.CodingKeys>) throws {
        let usual = Self()
        try container.write(method, unless: usual.method, .method)
        try container.encodeIfPresent(body.map(BodyCoding.init), forKey: .body)
        try container.write(headers, unless: usual.headers, .headers)
        try container.encodeIfPresent(referer, forKey: .referer)
        try container.encodeIfPresent(userAgent, forKey: .userAgent)
        try container.encodeIfPresent(credentials, forKey: .credentials)
        try container.write(usesNetrc, unless: usual.usesNetrc, .usesNetrc)
        try container.encodeIfPresent(cookieFile, forKey: .cookieFile)
        try container.encodeIfPresent(proxy, forKey: .proxy)
        try container.encodeIfPresent(certificateAuthorities, forKey: .certificateAuthorities)
        try container.write(isInsecure, unless: usual.isInsecure, .isInsecure)
        try container.encodeIfPresent(outputTemplate, forKey: .outputTemplate)
        try container.encodeIfPresent(directory, forKey: .directory)
        try container.write(maximumConnections, unless: usual.maximumConnections, .maximumConnections)
        try container.encodeIfPresent(rateLimit, forKey: .rateLimit)
        try container.write(lowestSpeed, unless: usual.lowestSpeed, .lowestSpeed)
        if connectTimeout != usual.connectTimeout { try container.encode(SecondsCoding(connectTimeout), forKey: .connectTimeout) }
        if stallTimeout != usual.stallTimeout { try container.encode(SecondsCoding(stallTimeout), forKey: .stallTimeout) }
        try container.encodeIfPresent(requestTimeout.map(SecondsCoding.init), forKey: .requestTimeout)
        try container.write(retry, unless: usual.retry, .retry)
        try container.write(waitsForNetwork, unless: usual.waitsForNetwork, .waitsForNetwork)
        try container.write(waitsForDisk, unless: usual.waitsForDisk, .waitsForDisk)
        try container.write(requiresResume, unless: usual.requiresResume, .requiresResume)
        try container.write(resumeWithoutValidator, unless: usual.resumeWithoutValidator, .resumeWithoutValidator)
        try container.write(priority, unless: usual.priority, .priority)
        try container.write(startsPaused, unless: usual.startsPaused, .startsPaused)
        try container.encodeIfPresent(taskDescription, forKey: .taskDescription)
        try container.encodeIfPresent(libraryData, forKey: .libraryData)
        try container.encodeIfPresent(resourceTimeout.map(SecondsCoding.init), forKey: .resourceTimeout)
        try container.encodeIfPresent(earliestBegin, forKey: .earliestBegin)
        try container.write(isDiscretionary, unless: usual.isDiscretionary, .isDiscretionary)
        try container.write(allowsCellularAccess, unless: usual.allowsCellularAccess, .allowsCellularAccess)
        try container.write(allowsExpensiveNetworkAccess, unless: usual.allowsExpensiveNetworkAccess, .allowsExpensiveNetworkAccess)
        try container.write(allowsConstrainedNetworkAccess, unless: usual.allowsConstrainedNetworkAccess, .allowsConstrainedNetworkAccess)
        // Nil says something: it is written.
        try container.write(acceptableStatusCodes, unless: usual.acceptableStatusCodes, .acceptableStatusCodes)
        try container.encodeIfPresent(sessionConnectionsPerHost, forKey: .sessionConnectionsPerHost)
        try container.encodeIfPresent(expectedBytes, forKey: .expectedBytes)
        try container.write(waitsForCredentials, unless: usual.waitsForCredentials, .waitsForCredentials)
        try container.write(isStaged, unless: usual.isStaged, .isStaged)
        try container.encodeIfPresent(group, forKey: .group)
        try container.encodeIfPresent(onFinish, forKey: .onFinish)
    }
}
