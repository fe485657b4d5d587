public import DownloadCore
internal import Platform

extension Documents {
    /// The hidden folder in which the finished files of programs wait; only their owner may enter it.
    public nonisolated var stagingDirectory: String {
        (path == "/" ? "" : path) + "/" + PartName.folder + "/staging"
    }

    public func hasStaged(_ file: StagedFile) -> Bool {
        // On a disk that is not mounted it is out of sight, not taken.
        guard !file.path.hasPrefix(stagingDirectory + "/") || (try? checkDirectory()) != nil else { return true }
        do throws(SystemError) {
            guard let found = try FileStatus.of(path: file.path) else { return false }
            return found.kind == .regular && found.size == file.bytes
        } catch {
            // What cannot be looked at is taken for there: its program will find out, and nothing is skipped by mistake.
            return true
        }
    }

    public func discardStaged(_ file: StagedFile) {
        guard let slash = file.path.lastIndex(of: "/"), hasStaged(file) else { return }
        // Only that very name in its folder: a link under it goes, not what it points to. What cannot be removed stays listed on disk.
        let folder = slash == file.path.startIndex ? "/" : String(file.path[..<slash])
        _ = try? Directory.open(folder).remove(String(file.path[file.path.index(after: slash)...]))
    }

    public func takePart(of source: TaskRecord.PartSource, for task: TaskID, generation: Int) {
        let old = partName(source.task, source.generation)
        let new = partName(task, generation)
        // Done before a crash: the old name is gone. Should the rename fail, the task finds no part file and starts over.
        guard let folder = try? partsFolder(), (try? folder.status(of: old.name)) ?? nil != nil else { return }
        guard (try? folder.status(of: new.name)) ?? nil == nil else { return }
        openParts[old] = nil
        guard (try? folder.renameReplacing(old.name, to: new.name, in: folder)) != nil else { return }
        newParts.insert(new)
    }
}
