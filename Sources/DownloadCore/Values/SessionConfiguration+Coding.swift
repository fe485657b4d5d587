extension SessionConfiguration {
    private enum CodingKeys: String, CodingKey {
        case isDiscretionary, requestTimeout, resourceTimeout, allowsCellularAccess, allowsExpensiveNetworkAccess,
            allowsConstrainedNetworkAccess, maximumConnectionsPerHost, additionalHeaders, acceptableStatusCodes, retry, stagingDirectory,
            sendsLaunchEvents, launchCommand, launchGrace, retainsUnclaimedFiles
    }

    /// Members that are missing have their defaults.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init()
        try container.read(.isDiscretionary, into: &isDiscretionary)
        try container.readSeconds(.requestTimeout, into: &requestTimeout)
        try container.readSeconds(.resourceTimeout, into: &resourceTimeout)
        try container.read(.allowsCellularAccess, into: &allowsCellularAccess)
        try container.read(.allowsExpensiveNetworkAccess, into: &allowsExpensiveNetworkAccess)
        try container.read(.allowsConstrainedNetworkAccess, into: &allowsConstrainedNetworkAccess)
        try container.read(.maximumConnectionsPerHost, into: &maximumConnectionsPerHost)
        try container.read(.additionalHeaders, into: &additionalHeaders)
        try container.read(.acceptableStatusCodes, into: &acceptableStatusCodes)
        try container.read(.retry, into: &retry)
        try container.read(.stagingDirectory, into: &stagingDirectory)
        try container.read(.sendsLaunchEvents, into: &sendsLaunchEvents)
        try container.read(.launchCommand, into: &launchCommand)
        try container.readSeconds(.launchGrace, into: &launchGrace)
        try container.read(.retainsUnclaimedFiles, into: &retainsUnclaimedFiles)
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(isDiscretionary, forKey: .isDiscretionary)
        try container.encode(SecondsCoding(requestTimeout), forKey: .requestTimeout)
        try container.encode(SecondsCoding(resourceTimeout), forKey: .resourceTimeout)
        try container.encode(allowsCellularAccess, forKey: .allowsCellularAccess)
        try container.encode(allowsExpensiveNetworkAccess, forKey: .allowsExpensiveNetworkAccess)
        try container.encode(allowsConstrainedNetworkAccess, forKey: .allowsConstrainedNetworkAccess)
        try container.encode(maximumConnectionsPerHost, forKey: .maximumConnectionsPerHost)
        try container.encode(additionalHeaders, forKey: .additionalHeaders)
        // Nil says something: it is written.
        try container.encode(acceptableStatusCodes, forKey: .acceptableStatusCodes)
        try container.encode(retry, forKey: .retry)
        try container.encodeIfPresent(stagingDirectory, forKey: .stagingDirectory)
        try container.encode(sendsLaunchEvents, forKey: .sendsLaunchEvents)
        try container.encodeIfPresent(launchCommand, forKey: .launchCommand)
        try container.encode(SecondsCoding(launchGrace), forKey: .launchGrace)
        try container.encode(retainsUnclaimedFiles, forKey: .retainsUnclaimedFiles)
    }
}
