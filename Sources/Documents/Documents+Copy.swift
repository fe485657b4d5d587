internal import DownloadCore
internal import Platform

extension Documents {
    /// Brings a finished part file onto another file system, under a hidden name in the folder it is to be published in.
    func copy(_ source: Part, _ name: PartName, to folder: Directory, rule: String?, size: Int64) async throws(Failure) -> Part {
        // Of an earlier try that was interrupted. The name holds our store's identifier, so it is nobody else's.
        try translating(.createFile, inFolderOfRule: rule) { () throws(SystemError) in _ = try folder.remove(name.copyName) }
        // No answer is no failure: only a disk that is known to be too small is.
        if let free = (try? folder.freeSpace()) ?? nil, free < size {
            throw Failure(.diskFull, "\(size) bytes are needed and \(free) are free: \(folder.path)", isResumable: true)
        }
        let copy = try translating(.createFile, inFolderOfRule: rule) { () throws(SystemError) -> Part in
            let file = try folder.openFile(name.copyName, .readWrite, creation: .exclusive, mode: 0o600)
            let status = try file.status()
            return Part(file, status: status)
        }
        try reach(.copying)
        do throws(Failure) {
            try await slowWork.copy(source, to: copy, size: size)
        } catch {
            // The source has everything; half a copy only takes room.
            _ = try? folder.remove(name.copyName)
            throw error
        }
        for attribute in FileAttribute.all {
            // As with the source: a convenience.
            if let value = (try? source.file.attribute(attribute)) ?? nil { try? copy.file.setAttribute(attribute, to: value) }
        }
        try? copy.file.setMode(0o644 & ~ThisProcess.fileModeMask)
        try translating(.writeFile) { () throws(SystemError) in try folder.sync() }
        try reach(.copied)
        return copy
    }

    /// Opens a copy that was made earlier; nil when it is not there or is not ours.
    func openCopy(_ name: PartName, in folder: Directory) throws(Failure) -> Part? {
        do throws(SystemError) {
            let file = try folder.openFile(name.copyName, .read)
            let status = try file.status()
            guard status.kind == .regular, status.owner == ThisProcess.userID else { return nil }
            return Part(file, status: status)
        } catch {
            // A link in its place (ELOOP) is not ours.
            if error.code == .noSuchFile || error.code == .tooManyLinks { return nil }
            throw Failure(error, .openFile)
        }
    }
}
