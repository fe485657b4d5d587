public import DownloadCore
internal import Platform

extension Documents {
    public func intend(_ orders: [(order: PublishOrder, after: PublishIntent?)]) async -> [Result<PublishIntent, Failure>] {
        var results: [Result<PublishIntent, Failure>] = []
        for (order, previous) in orders {
            do throws(Failure) {
                let source = try open(partName(order.task, order.generation), mustExist: true)
                if previous == nil { try trim(source, size: order.size) }
                results.append(.success(try await intend(order, source, after: previous)))
            } catch {
                results.append(.failure(error))
            }
        }
        return results
    }

    /// Chooses a name for a part file that has its length already.
    public func intend(_ order: PublishOrder, after previous: PublishIntent?) async throws(Failure) -> PublishIntent {
        try await intend(order, open(partName(order.task, order.generation), mustExist: true), after: previous)
    }

    private func intend(_ order: PublishOrder, _ source: Part, after previous: PublishIntent?) async throws(Failure) -> PublishIntent {
        let template = try template(for: order)
        let folder = try target(order.directory, order.folder, isMade: true)
        let name = partName(order.task, order.generation)
        try checkSize(source, order.size)
        if previous == nil { setAttributes(of: source, for: order) }
        try reach(.attributes)

        let renamed: (part: Part, folder: Directory, name: String)
        if try reaches(folder, name, rule: order.folder) {
            renamed = (source, parts, name.name)
        } else if let previous, let copy = try openCopy(name, in: folder), copy.status.inode == previous.inode,
            copy.status.size == order.size
        {
            // The name was taken, the copy is good.
            renamed = (copy, folder, name.copyName)
        } else {
            renamed = (try await copy(source, name, to: folder, rule: order.folder, size: order.size), folder, name.copyName)
        }

        let (chosen, collisions) = try freeName(for: order, template, in: folder, from: previous.map { $0.collisions.saturatingNext } ?? 0)
        var intent = PublishIntent(
            directory: folder.path,
            name: chosen,
            part: renamed.folder.path(of: renamed.name),
            device: renamed.part.status.device,
            inode: renamed.part.status.inode,
            size: order.size,
            collisions: collisions
        )
        if order.directory == nil { intent.folder = order.folder }
        try reach(.intended)
        return intent
    }

    private func template(for order: PublishOrder) throws(Failure) -> NameTemplate {
        if let chosen = order.chosenName {
            do throws(FileName.Unfit) {
                try FileName.check(chosen: chosen)
            } catch {
                throw Failure(.usage, error.description, isResumable: true)
            }
        }
        guard let text = order.template else { return template }
        do throws(NameTemplate.Invalid) {
            return try NameTemplate(parsing: text)
        } catch {
            throw Failure(.usage, "\(text): \(error.description)", isResumable: true)
        }
    }

    /// The folder that a file goes to; the documents directory itself when none is named.
    func target(_ directory: String?, _ folder: String?, isMade: Bool) throws(Failure) -> Directory {
        _ = try partsFolder()
        if let folder { return try subFolder(folder, isMade: isMade) }
        guard let directory, PathParts.withoutTrailingSlash(directory) != path else { return root }
        guard directory.utf8.first == UInt8(ascii: "/") else {
            throw Failure(.createFolder, "the folder must be an absolute path: \(directory)")
        }
        let clean = PathParts.withoutTrailingSlash(directory)
        return try translating(.createFolder) { () throws(SystemError) in
            isMade ? try Directory.make(clean, mode: 0o755) : try Directory.open(clean)
        }
    }

    /// Writes down what the file tells of itself.
    ///
    /// All of it is a convenience that many file systems cannot keep, so nothing here is a failure.
    private func setAttributes(of part: Part, for order: PublishOrder) {
        // Nobody but its program is to read a file that waits for it, nor to learn where it came from.
        guard !order.isStaged else { return }
        let origin = OriginAddress.shown(order.hints.url, keepsQuery: options.keepsQuery)
        if !origin.isEmpty { try? part.file.setAttribute(FileAttribute.origin, to: origin) }
        try? part.file.setAttribute(FileAttribute.name, to: FileName.displayName(hints: order.hints))
        if let digest = order.digest {
            try? part.file.setAttribute(FileAttribute.digest, to: "\(digest.algorithm.rawValue)=\(digest.hex)")
        }
        try? part.file.setMode(0o644 & ~ThisProcess.fileModeMask)
    }

    /// Whether a rename from the part files' folder reaches another folder.
    ///
    /// Tried with an empty file: one file system mounted in two places has one device number and refuses all the same.
    private func reaches(_ folder: Directory, _ name: PartName, rule: String?) throws(Failure) -> Bool {
        if folder === root { return true }
        let key = FolderKey(try translating(.openFile) { () throws(SystemError) in try folder.status() })
        if let known = reachable[key] { return known }
        let answer = try translating(.createFile, inFolderOfRule: rule) { () throws(SystemError) -> Bool in
            try parts.remove(name.probeName)
            try parts.openFile(name.probeName, .write, creation: .exclusive).close()
            do throws(SystemError) {
                try parts.renameReplacing(name.probeName, to: name.probeName, in: folder)
            } catch {
                try parts.remove(name.probeName)
                guard error.code == .otherDevice else { throw error }
                return false
            }
            try folder.remove(name.probeName)
            return true
        }
        try reach(.probed)
        reachable[key] = answer
        return answer
    }

    /// The first free name, as far as can be seen now.
    private func freeName(
        for order: PublishOrder,
        _ template: NameTemplate,
        in folder: Directory,
        from collisions: Int
    ) throws(Failure) -> (name: String, collisions: Int) {
        let key = FolderKey(folder === root ? rootStatus : try translating(.openFile) { () throws(SystemError) in try folder.status() })
        func name(_ number: Int) -> String {
            FileName.make(
                template: template,
                hints: order.hints,
                chosen: order.chosenName,
                time: order.time,
                task: order.task,
                collisions: number
            )
        }
        let base = NameReservations.Key(folder: key, name: name(0))
        let first = max(collisions, reservations.firstNumber(base, at: order.time))
        for number in first..<max(first, 10_000_000) {
            let candidate = name(number)
            let wanted = NameReservations.Key(folder: key, name: candidate)
            let taken = try translating(.createFile) { () throws(SystemError) in try folder.status(of: candidate) != nil }
            // Many tasks end in one second: the next one begins behind what is taken or about to be.
            reservations.found(taken: number, of: base)
            if !taken, !reservations.isReserved(wanted, for: order.task) {
                reservations.reserve(wanted, for: order.task)
                return (candidate, number)
            }
        }
        throw Failure(.createFile, "no free name like \(base.name) in \(folder.path)", isResumable: true)
    }
}

/// The extended attributes of a published file.
enum FileAttribute {
    /// Where it came from; the name that browsers and wget use.
    static let origin = "user.xdg.origin.url"
    /// The name it had there.
    static let name = "user.haul.name"
    /// The verified checksum, as `TYPE=HEX`.
    static let digest = "user.haul.digest"

    static let all = [origin, name, digest]
}

extension Int {
    /// One more, or the same at the end.
    fileprivate var saturatingNext: Int {
        self == .max ? self : self + 1
    }
}
