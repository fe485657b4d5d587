extension Command {
    /// Why the command cannot be used while published files are listed; nil when that changes nothing for it.
    func reasonInFiles(_ model: Model) -> FilesAnswer? {
        let files = model.files
        // What is meant is not known before all of it is marked.
        if files.isMarking, group == .act { return .refused("The files are still being marked") }
        switch self {
        case .copyURL:
            guard files.hasTargets else { return .refused(missing(model)) }
            // Of marked files some will have one; looking at all of them would take its time in every list of commands.
            guard files.marks.isEmpty, let file = files.cursor, file.url == nil else { return .allowed }
            return .refused("Nobody knows where \(file.originalName) came from")
        case .open, .openFolder:
            guard files.hasTargets else { return .refused(missing(model)) }
            guard self == .open, files.marks.isEmpty, let file = files.cursor, file.state == .missing else { return .allowed }
            return .refused("\(file.originalName) is gone")
        case .copyPath, .verify, .delete: return files.hasTargets ? .allowed : .refused(missing(model))
        case .mark, .markRange, .markAll, .invertMarks: return files.matching == 0 ? .refused("There is no file to mark") : .allowed
        case .unmarkAll: return files.marks.isEmpty ? .refused("Nothing is marked") : .allowed
        case .openDetails: return files.matching == 0 ? .refused("There is no file to look into") : .allowed
        case .search, .filter, .sort, .sortPrevious, .sortNext, .invertSort: return .allowed
        case .markText, .searchNext, .searchPrevious: return .refused("Search the files with \(key(of: .filter, model))")
        case .remove: return .refused("Files are not taken off a list: \(key(of: .delete, model)) deletes them")
        case .pause, .resume, .cancel, .startNow, .queueDown, .queueUp, .raisePriority, .lowerPriority, .limit, .edit:
            return .refused("These are files; tasks are in the tab All (\(key(of: .showAll, model)))")
        default: return nil
        }
    }

    private func missing(_ model: Model) -> String {
        model.files.matching == 0 ? "There is no file for that" : "That file has not been read yet"
    }

    private func key(of command: Command, _ model: Model) -> String {
        model.keymap.labels(of: command).first ?? ":" + command.name
    }
}

/// Whether published files allow a command.
enum FilesAnswer: Sendable, Hashable {
    case allowed
    case refused(String)

    var reason: String? {
        if case .refused(let reason) = self { reason } else { nil }
    }
}
