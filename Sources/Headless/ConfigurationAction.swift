/// What `haul config` is to do.
public enum ConfigurationAction: String, Sendable, Hashable, CaseIterable {
    case check, show, path, keys
}
