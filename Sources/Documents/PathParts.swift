/// An absolute path cut into its folder and its last name.
struct PathParts {
    let folder: String
    let name: String

    init?(_ path: String) {
        guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return nil }
        folder = slash == path.startIndex ? "/" : String(path[..<slash])
        name = String(path[path.utf8.index(after: slash)...])
    }

    static func withoutTrailingSlash(_ path: String) -> String {
        var path = path
        while path.utf8.count > 1, path.utf8.last == UInt8(ascii: "/") { path.removeLast() }
        return path
    }
}
