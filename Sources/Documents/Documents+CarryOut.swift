public import DownloadCore
internal import Platform

extension Documents {
    /// From this many files on, one sync of the whole file system is cheaper than one for each.
    private static let groupSize = 8

    public func carryOut(_ intent: PublishIntent) async throws(Failure) -> PublishOutcome {
        guard let result = await carryOut([intent]).first else { throw Failure(.internal, "no outcome") }
        return try result.get()
    }

    /// Carries several intents out with as few syncs as possible; each ends for itself.
    public func carryOut(_ intents: [PublishIntent]) async -> [Result<PublishOutcome, Failure>] {
        var works = intents.map(PublishWork.init)
        for index in works.indices {
            do throws(Failure) {
                let place = try place(of: works[index].intent)
                works[index].place = place
                works[index].part = try await partToRename(works[index].intent, place)
            } catch {
                works[index].outcome = .failure(error)
            }
        }
        syncParts(&works)
        for index in works.indices { works[index].attempt(giveName) }
        syncFolders(&works)
        for index in works.indices { works[index].attempt(finish) }
        return works.map { $0.outcome ?? .failure(Failure(.internal, "no outcome")) }
    }

    /// Finds the folders of an intent; those of another documents directory are not touched.
    func place(of intent: PublishIntent) throws(Failure) -> PublishPlace {
        let parts = try partsFolder()
        guard let path = PathParts(intent.part) else { throw Failure(.internal, "no path of a part file: \(intent.part)") }
        if path.folder == parts.path, let part = PartName(path.name, storeID: storeID) {
            let target = try target(intent.directory, intent.folder, isMade: false)
            return PublishPlace(target: target, partFolder: parts, partFile: path.name, part: part, isCopy: false)
        }
        if path.folder == intent.directory, let part = PartName(path.name, storeID: storeID, isCopy: true) {
            let target = try target(intent.directory, intent.folder, isMade: false)
            return PublishPlace(target: target, partFolder: target, partFile: path.name, part: part, isCopy: true)
        }
        throw Failure(.internal, "no part file of this documents folder: \(intent.part)")
    }

    private func partToRename(_ intent: PublishIntent, _ place: PublishPlace) async throws(Failure) -> Part? {
        let there = try translating(.openFile) { () throws(SystemError) in try place.partFolder.status(of: place.partFile) }
        if there != nil {
            let part = place.isCopy ? try openCopy(place.part, in: place.target) : try openLinked(place)
            // A file that was put in its place while the old one is still open is not the one that was downloaded.
            guard let part, let there, there.isSameFile(as: part.status) else {
                throw Failure(.openFile, "not a part file of ours: \(intent.part)")
            }
            try checkSize(part, intent.size)
            return part
        }
        let target = try translating(.openFile) { () throws(SystemError) in try place.target.status(of: intent.name) }
        if try isPublished(target, intent, place) { return nil }
        guard place.isCopy, partStatus(place.part.task, generation: place.part.generation) != nil else {
            throw Failure(.openFile, "the part file was removed: \(intent.part)")
        }
        // The copy was lost, its source was not.
        let source = try open(place.part, mustExist: true)
        try checkSize(source, intent.size)
        return try await copy(source, place.part, to: place.target, rule: intent.folder, size: intent.size)
    }

    /// Opens the task's own part file, which may have its second link already.
    private func openLinked(_ place: PublishPlace) throws(Failure) -> Part {
        if let part = openParts[place.part]?.part { return part }
        return try translating(.openFile) { () throws(SystemError) in
            let file = try place.partFolder.openFile(place.partFile, .read)
            let status = try file.status()
            guard status.kind == .regular, status.owner == ThisProcess.userID else {
                throw SystemError(.accessDenied, "openat", path: file.path)
            }
            return Part(file, status: status)
        }
    }

    private func syncParts(_ works: inout [PublishWork]) {
        let waiting = works.indices.filter { works[$0].part != nil && works[$0].place?.isCopy == false }
        // A failed sync of the file system does not say whose bytes were lost: then each file is asked for itself.
        let isGrouped = waiting.count >= Self.groupSize && (try? parts.syncFileSystem()) != nil
        for index in works.indices {
            works[index].attempt { (work) throws(Failure) in
                let isSynced = isGrouped && work.place?.isCopy == false
                if let part = work.part, !isSynced {
                    try translating(.writeFile) { () throws(SystemError) in try part.file.sync() }
                }
                try reach(.synced)
            }
        }
    }

    /// Gives the file its name.
    ///
    /// Whoever has the name keeps it.
    private func giveName(_ work: inout PublishWork) throws(Failure) {
        guard let place = work.place, let part = work.part else { return }
        let intent = work.intent
        var isNamed = false
        var isMoved = false
        var refusal: SystemError?
        for way in options.ways where !isNamed {
            do throws(SystemError) {
                try name(place, intent.name, way)
                isNamed = true
                isMoved = way == .rename
            } catch {
                if error.code == .exists {
                    let found = try translating(.writeFile) { () throws(SystemError) in try place.target.status(of: intent.name) }
                    guard let found, found.isSameFile(as: part.status) else {
                        work.outcome = .success(.nameTaken)
                        reservations.release(place.part.task)
                        return
                    }
                    // Its own second link, made before a crash or by the first half of this.
                    isNamed = true
                } else if error.code.isUnsupported || error.code == .notPermitted {
                    refusal = error
                } else {
                    throw Failure(error, .writeFile, inFolderOfRule: intent.folder)
                }
            }
        }
        guard isNamed else {
            throw Failure(refusal ?? SystemError(.notSupported, "renameat2"), .writeFile, inFolderOfRule: intent.folder)
        }
        try reach(.linked)
        // After a rename there is nothing left to remove.
        guard !isMoved else { return try reach(.renamed) }
        try translating(.writeFile) { () throws(SystemError) in
            if let left = try place.partFolder.status(of: place.partFile), left.isSameFile(as: part.status) {
                try place.partFolder.remove(place.partFile)
            }
        }
        try reach(.renamed)
    }

    private func name(_ place: PublishPlace, _ name: String, _ way: ExclusiveNaming) throws(SystemError) {
        switch way {
        case .rename:
            try place.partFolder.renameExclusively(place.partFile, to: name, in: place.target)
        case .link:
            try place.partFolder.link(place.partFile, to: name, in: place.target)
        case .placeholder:
            let holder = try place.target.openFile(name, .write, creation: .exclusive)
            let status = try holder.status()
            guard let found = try place.target.status(of: name), found.isSameFile(as: status) else {
                throw SystemError(.exists, "renameat", path: name)
            }
            do throws(SystemError) {
                try place.partFolder.renameReplacing(place.partFile, to: name, in: place.target)
            } catch {
                // Nobody is to find an empty file; a failure here changes nothing.
                _ = try? place.target.remove(name)
                throw error
            }
        }
    }

    private func syncFolders(_ works: inout [PublishWork]) {
        var synced: [String: Result<Void, Failure>] = [:]
        for index in works.indices {
            works[index].attempt { (work) throws(Failure) in
                guard let target = work.place?.target else { return }
                let done = synced[target.path]
                do throws(Failure) {
                    try done?.get()
                    if done == nil { try translating(.writeFile) { () throws(SystemError) in try target.sync() } }
                    synced[target.path] = .success(())
                } catch {
                    synced[target.path] = .failure(error)
                    throw error
                }
                try reach(.folderSynced)
            }
        }
    }

    private func finish(_ work: inout PublishWork) throws(Failure) {
        guard let place = work.place else { return }
        if let part = work.part {
            // What counts is what is found under the name now (somebody may watch the folder and move files on at once: that is fine too).
            let found = try translating(.writeFile) { () throws(SystemError) in try place.target.status(of: work.intent.name) }
            if let found, found.isSameFile(as: part.status), found.size != work.intent.size {
                throw Failure(.writeFile, "the published file has \(found.size) bytes instead of \(work.intent.size)")
            }
        }
        if place.isCopy {
            discardPart(place.part.task, generation: place.part.generation)
            try reach(.sourceRemoved)
        }
        openParts[place.part] = nil
        newParts.remove(place.part)
        reservations.release(place.part.task)
        work.outcome = .success(.published)
    }
}
