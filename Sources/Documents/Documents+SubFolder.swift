internal import DownloadCore
internal import Platform

extension Documents {
    /// A folder below the documents directory, reached from its descriptor: a link on the way leads nowhere.
    ///
    /// - Parameters:
    ///   - path: as `SubFolder` has it.
    ///   - isMade: folders that are missing are made, and are on the disk before anything is put into them.
    /// - Returns: the folder.
    /// - Throws: `create-folder`; with `isFolderOfRule` when somebody can mend it.
    func subFolder(_ path: String, isMade: Bool) throws(Failure) -> Directory {
        guard let names = SubFolder.parts(path) else { throw Failure(.createFolder, "no folder below the documents: \(path)") }
        return try translating(.createFolder, inFolderOfRule: path) { () throws(SystemError) in try root.descend(names, isMade: isMade) }
    }
}

extension Directory {
    /// Opens a folder below this one, name by name and never through a link.
    func descend(_ names: some Sequence<String>, isMade: Bool = false) throws(SystemError) -> Directory {
        var folder = self
        for name in names {
            if isMade, try folder.makeDirectory(name, mode: 0o755) { try folder.sync() }
            folder = try folder.openDirectory(name)
        }
        return folder
    }

    /// The folder and the name that a path of the catalogue means; nil when it could lead out of here.
    func locate(_ path: String) throws(SystemError) -> (folder: Directory, name: String)? {
        var names = path.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        guard let last = names.popLast() else { return nil }
        guard !names.isEmpty else { return (self, last) }
        guard SubFolder.parts(names.joined(separator: "/")) != nil else { return nil }
        return (try descend(names), last)
    }

    /// The status of what a path of the catalogue stands for; nil when there is nothing.
    func status(at path: String) throws(SystemError) -> FileStatus? {
        do throws(SystemError) {
            guard let (folder, name) = try locate(path) else { return nil }
            return try folder.status(of: name)
        } catch {
            // A folder that went, or that a link or a file has taken the place of, holds nothing of ours.
            if [.noSuchFile, .notADirectory, .tooManyLinks].contains(error.code) { return nil }
            throw error
        }
    }
}
