public import DownloadCore
internal import Platform

extension Documents {
    /// The recovery table of `design.md` section 5, for an intent that is on record.
    ///
    /// | part there | target there | answer |
    /// |---|---|---|
    /// | yes | no, or another file | publish again |
    /// | no | this file | finished |
    /// | yes (second link, or the source of a copy) | this file | finished, what is left is removed |
    /// | no, but the source of a copy | no, or another file | publish again: the copy is made anew |
    /// | no | no, or another file | finished, moved away by somebody |
    public func recover(_ intent: PublishIntent) async throws(Failure) -> PublishRecovery {
        let place: PublishPlace
        do throws(Failure) {
            place = try self.place(of: intent)
        } catch {
            guard error.code == .createFolder, let missing = try recoverWithoutFolder(intent) else { throw error }
            return missing
        }
        let (part, target) = try translating(.openFile) { () throws(SystemError) in
            (try place.partFolder.status(of: place.partFile), try place.target.status(of: intent.name))
        }
        let source = place.isCopy ? partStatus(place.part.task, generation: place.part.generation) : nil
        var isFinished = try isPublished(target, intent, place)
        if !isFinished, part == nil, place.isCopy, let target, target.kind == .regular, target.size == intent.size {
            // Inode numbers are not kept by every file system, and a copy made anew has another one. The source goes last: when it is gone the
            // file was published; while it is there it tells.
            isFinished = if source == nil { true } else { try await hasBytesOfSource(intent, place) }
        }
        if isFinished {
            try await settle(intent, place)
            return .finished
        }
        if let part {
            guard part.kind == .regular, part.size == intent.size else {
                throw Failure(.openFile, "the part file has \(part.size) bytes instead of \(intent.size): \(intent.part)")
            }
            return .publishAgain
        }
        return source == nil ? .finishedButMissing : .publishAgain
    }

    /// Whether what has the name is the file that the intent speaks of.
    func isPublished(_ target: FileStatus?, _ intent: PublishIntent, _ place: PublishPlace) throws(Failure) -> Bool {
        guard let target, target.kind == .regular, target.inode == intent.inode, target.size == intent.size else { return false }
        if target.device == intent.device { return true }
        // The numbers of devices may change at a boot; then the folder's has changed along.
        let folder = try translating(.openFile) { () throws(SystemError) in try place.target.status() }
        return folder.device == target.device
    }

    /// A folder that is gone took the file with it, if the file was in it already; nil when it can still be published.
    private func recoverWithoutFolder(_ intent: PublishIntent) throws(Failure) -> PublishRecovery? {
        let parts = try partsFolder()
        guard try translating(.openFile, { () throws(SystemError) in try FileStatus.of(path: intent.directory) }) == nil,
            let path = PathParts(intent.part)
        else { return nil }
        let isCopy = path.folder != parts.path
        guard let name = PartName(path.name, storeID: storeID, isCopy: isCopy) else { return nil }
        // The part file, or the source of the copy, is what remains of a file that was not published.
        let remains = try translating(.openFile) { () throws(SystemError) in try parts.status(of: name.name) }
        return remains == nil ? .finishedButMissing : .publishAgain
    }

    private func hasBytesOfSource(_ intent: PublishIntent, _ place: PublishPlace) async throws(Failure) -> Bool {
        let source = try open(place.part, mustExist: true)
        let target = try openTarget(intent, place)
        guard source.status.size == target.status.size else { return false }
        return try await slowWork.haveSameBytes(source, target)
    }

    private func openTarget(_ intent: PublishIntent, _ place: PublishPlace) throws(Failure) -> Part {
        try translating(.openFile) { () throws(SystemError) in
            let file = try place.target.openFile(intent.name, .read)
            let status = try file.status()
            return Part(file, status: status)
        }
    }

    /// Makes sure that a file that was found under its name stays there, then removes what is left of the publish.
    private func settle(_ intent: PublishIntent, _ place: PublishPlace) async throws(Failure) {
        let target = try openTarget(intent, place)
        try translating(.writeFile) { () throws(SystemError) in
            try target.file.sync()
            try place.target.sync()
            if let left = try place.partFolder.status(of: place.partFile), left.isSameFile(as: target.status) {
                try place.partFolder.remove(place.partFile)
            }
        }
        if place.isCopy { discardPart(place.part.task, generation: place.part.generation) }
        openParts[place.part] = nil
        newParts.remove(place.part)
        reservations.release(place.part.task)
    }
}
