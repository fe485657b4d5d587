internal import Platform

/// Moves a file so that it arrives whole or not at all.
enum FileMove {
    /// Moves a file to a path; missing folders are made.
    ///
    /// - Parameters:
    ///   - source: The path of the file.
    ///   - destination: An absolute path, its last component the new name.
    ///   - replaces: Whether a file of that name may go; otherwise it is never touched, whoever makes it in the meantime.
    /// - Throws: `fileExists` or `cannotMoveFile`; the file is then still where it was.
    static func move(_ source: String, to destination: String, replaces: Bool) throws(BackgroundSessionError) {
        guard let (sourcePath, sourceName) = split(source), let (targetPath, targetName) = split(destination) else {
            throw BackgroundSessionError(.cannotMoveFile, "This is no path for a file: \(destination)")
        }
        do throws(SystemError) {
            let from = try Directory.open(sourcePath)
            let folder = try Directory.make(targetPath, mode: 0o777)
            do throws(SystemError) {
                try rename(sourceName, in: from, to: targetName, in: folder, replaces: replaces)
            } catch {
                guard error.code == .otherDevice else { throw error }
                try copy(sourceName, in: from, to: targetName, in: folder, replaces: replaces)
            }
            // The acknowledgement that follows makes the agent forget the file: its new name must survive a loss of power by then.
            try folder.sync()
        } catch {
            if error.code == .exists, !replaces {
                throw BackgroundSessionError(.fileExists, "There is a file already, and it was not replaced: \(destination)")
            }
            throw BackgroundSessionError(.cannotMoveFile, "The file could not be moved: \(error)")
        }
    }

    private static func split(_ path: String) -> (folder: String, name: String)? {
        guard path.hasPrefix("/"), let slash = path.lastIndex(of: "/") else { return nil }
        let name = String(path[path.index(after: slash)...])
        guard !name.isEmpty, name != ".", name != ".." else { return nil }
        return (slash == path.startIndex ? "/" : String(path[..<slash]), name)
    }

    private static func rename(
        _ name: String,
        in from: Directory,
        to newName: String,
        in folder: Directory,
        replaces: Bool
    ) throws(SystemError) {
        guard !replaces else { return try from.renameReplacing(name, to: newName, in: folder) }
        do throws(SystemError) {
            try from.renameExclusively(name, to: newName, in: folder)
        } catch {
            guard error.code.isUnsupported else { throw error }
            // Network and user-space file systems: a second name is as exclusive.
            try from.link(name, to: newName, in: folder)
            try from.remove(name)
        }
    }

    /// Copies onto another file system under a hidden name there, and gives it the right name when all of it is on the disk.
    private static func copy(
        _ name: String,
        in from: Directory,
        to newName: String,
        in folder: Directory,
        replaces: Bool
    ) throws(SystemError) {
        let hidden = ".haul-\(ThisProcess.id)-\(UInt64.random(in: .min ... .max)).part"
        // Looked at first only to spare the work; the rename decides.
        if !replaces, try folder.status(of: newName) != nil { throw SystemError(.exists, "renameat2", path: folder.path(of: newName)) }
        do throws(SystemError) {
            let source = try from.openFile(name, .read)
            let status = try source.status()
            let copy = try folder.openFile(hidden, .readWrite, creation: .exclusive, mode: 0o600)
            guard try copy.copy(from: source, count: status.size) == status.size else {
                throw SystemError(.inputOutput, "copy_file_range", path: source.path)
            }
            try copy.setMode(status.mode & 0o777)
            try copy.sync()
            try rename(hidden, in: folder, to: newName, in: folder, replaces: replaces)
        } catch {
            // Half a copy only takes room.
            _ = try? folder.remove(hidden)
            throw error
        }
        try folder.sync()
        try from.remove(name)
    }
}
