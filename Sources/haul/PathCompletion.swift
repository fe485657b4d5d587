internal import Configuration
internal import Platform

/// What a path that is being typed may become.
enum PathCompletion {
    /// So many names are looked at.
    private static let most = 2_000

    /// The paths that begin with what was typed, as they would be typed, folders with a slash behind them; sorted.
    ///
    /// - Parameters:
    ///   - typed: a path, perhaps with `~/` before it.
    ///   - onlyFolders: nothing else is meant.
    ///   - home: what `~` stands for.
    /// - Returns: the paths; none when the folder cannot be read.
    static func find(_ typed: String, onlyFolders: Bool, home: String) -> [String] {
        guard typed != "~" else { return ["~/"] }
        let parent = typed.lastIndex(of: "/").map { typed[...$0] } ?? ""
        let beginning = typed[parent.endIndex...]
        let folder = ThisProcess.absolutePath(Settings.expand(parent.isEmpty ? "." : String(parent), home: home))
        // Nothing to complete is what a folder that cannot be read means here.
        guard let directory = try? Directory.open(folder), let names = try? directory.names() else { return [] }
        let fitting = names.filter { $0.hasPrefix(beginning) && (beginning.hasPrefix(".") || !$0.hasPrefix(".")) }
        return fitting.sorted().prefix(most).compactMap { name in
            // Links to folders are folders for those who type paths.
            let isFolder = (try? FileStatus.of(path: directory.path(of: name)))?.kind == .directory
            return isFolder ? parent + name + "/" : onlyFolders ? nil : parent + name
        }
    }
}
