/// The version of Haul that this code belongs to.
public enum ProgramVersion {
    public static let text = "0.1.0"

    /// Whether a version comes before another, by its three numbers (semver.org); what is no version comes before all.
    public static func isOlder(_ version: String, than other: String) -> Bool {
        parts(version).lexicographicallyPrecedes(parts(other))
    }

    private static func parts(_ version: String) -> [Int] {
        // What stands behind a hyphen or a plus names a build; two builds of one version do not replace each other.
        let numbers = version.prefix { $0 != "-" && $0 != "+" }.split(separator: ".", omittingEmptySubsequences: false).map {
            Int($0) ?? -1
        }
        return numbers.count == 3 ? numbers : []
    }
}
