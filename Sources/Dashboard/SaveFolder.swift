/// Whether files can be saved in a folder, as far as that can be seen without making anything.
public enum SaveFolder {
    /// What a path leads to.
    public enum Found: Sendable, Hashable {
        case folder(isWritable: Bool)
        case nothing
        /// A file, or whatever else no folder is in.
        case other
        /// Nobody could look.
        case unknown
    }

    /// Why nothing can be saved there; nil when nothing speaks against it.
    ///
    /// - Parameters:
    ///   - path: the folder, which need not be there yet; `~` is no folder here any more.
    ///   - look: what a path leads to.
    /// - Returns: a sentence for the person who typed it.
    public static func problem(_ path: String, look: (String) -> Found) -> String? {
        // The agent works in another folder than the one in which haul was started.
        guard path.hasPrefix("/") else { return "A folder begins with / or ~/" }
        var (place, parent) = ("", "/")
        var isParentWritable = true
        var isMissing = false
        for part in path.split(separator: "/") where part != "." {
            if isMissing {
                if part == ".." { return "\(place) is not there, so /.. behind it leads nowhere" }
                continue
            }
            place += "/" + part
            switch look(place) {
            case .folder(let isWritable): (parent, isParentWritable) = (place, isWritable)
            case .nothing:
                guard part != ".." else { return "\(place) is not there" }
                guard isParentWritable else { return "No folder can be made in \(parent): it cannot be written to" }
                isMissing = true
            case .other: return "\(place) is no folder"
            case .unknown: return nil
            }
        }
        return isMissing || isParentWritable ? nil : "\(place) cannot be written to"
    }
}
