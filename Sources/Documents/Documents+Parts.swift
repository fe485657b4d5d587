public import DownloadCore
internal import Platform

extension Documents {
    public func openPart(_ task: TaskID, generation: Int, mustExist: Bool) throws(Failure) -> (file: any PartFile, length: Int64) {
        let part = try open(partName(task, generation), mustExist: mustExist)
        let length = try translating(.openFile) { () throws(SystemError) in try part.file.status().size }
        return (part, length)
    }

    public func openParts(_ orders: [PartOrder]) -> [Result<OpenedPart, Failure>] {
        let (folder, free) = (partDevice(), freeSpace())
        return orders.map { order in
            do throws(Failure) {
                let part = try open(partName(order.task, order.generation), mustExist: order.mustExist)
                let status = try translating(.openFile) { () throws(SystemError) in try part.file.status() }
                let room = free.map { PartRoom(free: $0, longest: $0.saturatingAdd(status.allocated)) }
                return .success(OpenedPart(file: part, length: status.size, status: PartStatus(status), folder: folder, room: room))
            } catch {
                return .failure(error)
            }
        }
    }

    /// Reserves blocks without changing the length, which goes on telling how far the bytes reach; `trimPart` gives back what is too much.
    ///
    /// File systems that cannot reserve are no failure, since the bytes may fit all the same.
    public func allocate(_ task: TaskID, generation: Int, size: Int64) throws(Failure) {
        guard size > 0 else { return }
        let part = try open(partName(task, generation), mustExist: true)
        let status = try translating(.openFile) { () throws(SystemError) in try part.file.status() }
        let missing = size - min(size, status.allocated)
        // A small file has come whole before anything could be reserved.
        guard missing > 0 else { return }
        if let free = freeSpace(), free < missing {
            throw Failure(.diskFull, "\(missing) bytes are needed and \(free) are free: \(path)", isResumable: true)
        }
        do throws(SystemError) {
            try part.file.allocate(size, keepsLength: true)
        } catch {
            if error.code.isFull {
                // What was reserved before the disk was full is of no use; a failure here changes nothing.
                try? part.file.truncate(to: status.size)
                throw Failure(error, .diskFull)
            }
            if error.code == .fileTooLarge { throw Failure(error, .writeFile) }
        }
    }

    public func syncPart(_ task: TaskID, generation: Int) throws(Failure) {
        let part = try open(partName(task, generation), mustExist: true)
        try translating(.writeFile) { () throws(SystemError) in try part.file.syncData() }
        // A synced file is found again after a power cut only if its name is on the disk as well. Small files are published without ever
        // coming here, and are spared the sync of the folder.
        let name = partName(task, generation)
        guard newParts.contains(name) else { return }
        try translating(.writeFile) { () throws(SystemError) in try parts.sync() }
        newParts.remove(name)
    }

    public func trimPart(_ task: TaskID, generation: Int, size: Int64) throws(Failure) {
        let part = try open(partName(task, generation), mustExist: true)
        try trim(part, size: size)
        try checkSize(part, size)
    }

    func trim(_ part: Part, size: Int64) throws(Failure) {
        try translating(.writeFile) { () throws(SystemError) in
            let length = try part.file.status().size
            guard length >= size else { return }
            // Also when the length is right already: it gives back the blocks that were reserved behind it.
            try part.file.truncate(to: size)
        }
    }

    public func verify(_ task: TaskID, generation: Int, checksum: Checksum) async throws(Failure) {
        let part = try open(partName(task, generation), mustExist: true)
        let found = try await slowWork.digest(of: part, checksum.algorithm)
        guard found == checksum else {
            let name = checksum.algorithm.rawValue
            throw Failure(.checksum, "expected \(name) \(checksum.hex), the file has \(found.hex)")
        }
    }

    public func discardPart(_ task: TaskID, generation: Int?) {
        if let generation {
            remove(partName(task, generation))
        } else {
            removeParts { $0.task == task }
        }
    }

    public func partStatus(_ task: TaskID, generation: Int) -> PartStatus? {
        // An unreadable folder has no usable part files; whoever opens them is told why.
        guard let status = try? parts.status(of: partName(task, generation).name), status.kind == .regular else { return nil }
        return PartStatus(status)
    }

    public func partDevice() -> UInt64? {
        // Without an answer nothing follows from it.
        awaited != nil ? nil : (try? parts.status())?.device
    }

    public func room(_ task: TaskID, generation: Int) -> PartRoom? {
        guard let free = freeSpace() else { return nil }
        let allocated = ((try? parts.status(of: partName(task, generation).name)) ?? nil)?.allocated ?? 0
        return PartRoom(free: free, longest: free.saturatingAdd(allocated))
    }

    public func sweep(keeping tasks: Set<TaskID>) {
        removeParts { !tasks.contains($0.task) && !isInUse($0) }
    }

    /// Somebody has it open, here or in another process: a copy of this store, perhaps.
    private func isInUse(_ name: PartName) -> Bool {
        guard openParts[name]?.part == nil else { return true }
        // What cannot be opened or locked is nobody's; to remove it may fail as well.
        guard let file = try? parts.openFile(name.name, .readWrite) else { return false }
        return (try? file.lock()) == false
    }

    func partName(_ task: TaskID, _ generation: Int) -> PartName {
        PartName(storeID: storeID, task: task, generation: generation)
    }

    func checkSize(_ part: Part, _ size: Int64) throws(Failure) {
        let found = try translating(.writeFile) { () throws(SystemError) in try part.file.status().size }
        guard found == size else {
            throw Failure(.writeFile, "the part file has \(found) bytes instead of \(size): \(part.file.path)", isResumable: true)
        }
    }

    /// Opens a part file for the only owner it may have.
    func open(_ name: PartName, mustExist: Bool) throws(Failure) -> Part {
        let folder = try partsFolder()
        if let part = openParts[name]?.part {
            // A file that was deleted by hand goes on taking bytes that nobody would find.
            let onDisk = try translating(.openFile) { () throws(SystemError) in try folder.status(of: name.name) }
            if let onDisk, onDisk.isSameFile(as: part.status) { return part }
            guard !mustExist else {
                throw Failure(.openFile, "the part file was removed: \(folder.path(of: name.name))")
            }
        }
        let file = try openOrMake(name, in: folder, mustExist: mustExist)
        let status = try translating(.openFile) { () throws(SystemError) in try file.status() }
        guard status.kind == .regular, status.owner == ThisProcess.userID, status.linkCount == 1 else {
            throw Failure(.openFile, "not a part file of ours: \(file.path)")
        }
        guard try lock(file, wasOurs: openParts[name] != nil) else {
            throw Failure(.openFile, "another process writes this part file: \(file.path)", isTransient: true, isResumable: true)
        }
        let part = Part(file, status: status)
        if openParts.count > 64 { openParts = openParts.filter { $0.value.part != nil } }
        openParts[name] = WeakPart(part: part)
        return part
    }

    private func openOrMake(_ name: PartName, in folder: Directory, mustExist: Bool) throws(Failure) -> File {
        if !mustExist {
            do throws(SystemError) {
                let file = try folder.openFile(name.name, .readWrite, creation: .exclusive, mode: 0o600)
                newParts.insert(name)
                return file
            } catch {
                guard error.code == .exists else { throw Failure(error, .createFile) }
            }
        }
        return try translating(.openFile) { () throws(SystemError) in try folder.openFile(name.name, .readWrite) }
    }

    /// Takes the lock on a part file; a file system without locks is no reason to refuse.
    private func lock(_ file: borrowing File, wasOurs: Bool) throws(Failure) -> Bool {
        // The last reference may have gone on another thread which is just about to close the descriptor: that is soon over.
        for _ in 0..<(wasOurs ? 200 : 1) {
            do throws(SystemError) {
                if try file.lock() { return true }
            } catch {
                if error.code.isUnsupported || error.code == .noLocks { return true }
                throw Failure(error, .openFile)
            }
            if wasOurs { NamedThread.pause(milliseconds: 1) }
        }
        return false
    }

    private func removeParts(where isUnwanted: (PartName) -> Bool) {
        // What cannot be removed now is removed by a later sweep.
        guard let folder = try? partsFolder(), let names = try? folder.names() else { return }
        for name in names {
            if let part = PartName(name, storeID: storeID), isUnwanted(part) { remove(part) }
        }
    }

    private func remove(_ name: PartName) {
        openParts[name] = nil
        newParts.remove(name)
        reservations.release(name.task)
        // As above.
        _ = try? partsFolder().remove(name.name)
    }
}

extension PartStatus {
    init(_ status: FileStatus) {
        self.init(device: status.device, inode: status.inode, length: status.size, modified: status.modified)
    }
}
