import DownloadCore
import Screen

extension Model {
    /// Carries out a command on published files; nil for one that has nothing to do with them.
    mutating func runOnFiles(_ command: Command) -> [Effect]? {
        switch command.group {
        case .move: return moveInFiles(command)
        case .select: return selectFiles(command)
        case .act: return actOnFiles(command)
        case .view, .program: return viewFiles(command)
        }
    }

    private mutating func moveInFiles(_ command: Command) -> [Effect]? {
        let page = max(1, fileRows - 1)
        switch command {
        case .moveDown: return moveFileCursor(by: 1)
        case .moveUp: return moveFileCursor(by: -1)
        case .first: return moveFileCursor(to: 0)
        case .last: return moveFileCursor(to: files.matching - 1)
        case .pageDown: return moveFileCursor(by: page)
        case .pageUp: return moveFileCursor(by: -page)
        case .halfPageDown: return moveFileCursor(by: max(1, page / 2))
        case .halfPageUp: return moveFileCursor(by: -max(1, page / 2))
        default: return nil
        }
    }

    mutating func moveFileCursor(by rows: Int) -> [Effect] {
        moveFileCursor(to: files.row + rows)
    }

    mutating func moveFileCursor(to row: Int) -> [Effect] {
        files.row = max(0, min(row, files.matching - 1))
        panes.top = 0
        keepFileOnScreen()
        return extendFileRange()
    }

    // MARK: - Marks

    private mutating func selectFiles(_ command: Command) -> [Effect]? {
        if command != .markRange { files.range = nil }
        switch command {
        case .mark:
            guard let file = files.cursor else { return [] }
            if files.marks.removeValue(forKey: file.id) == nil { files.marks[file.id] = file }
            return moveFileCursor(by: 1)
        case .markRange:
            guard files.range == nil else {
                files.range = nil
                return []
            }
            files.range = Files.MarkedFiles(anchor: files.row, before: files.marks)
            return extendFileRange()
        case .markAll, .invertMarks:
            let marking: FilesMarking = command == .markAll ? .add : .invert
            guard !files.isComplete else {
                markFiles(files.loaded, marking)
                return []
            }
            files.isMarking = true
            return [.files(.collect(files.text, files.sort, nil, marking))]
        case .unmarkAll:
            files.marks = [:]
            return []
        default: return nil
        }
    }

    /// Marks everything between the beginning of the range and the cursor; what the window does not hold is asked for.
    private mutating func extendFileRange() -> [Effect] {
        guard let range = files.range else { return [] }
        let rows = min(range.anchor, files.row)..<(max(range.anchor, files.row) + 1)
        let known = rows.prefix(files.loaded.count + 1).compactMap { files.file(at: $0) }
        guard known.count == rows.count else {
            files.isMarking = true
            return [.files(.collect(files.text, files.sort, rows, .range))]
        }
        markFiles(known, .range)
        return []
    }

    mutating func markFiles(_ found: [PublishedFile], _ marking: FilesMarking) {
        switch marking {
        case .add:
            for file in found { files.marks[file.id] = file }
        case .invert:
            for file in found where files.marks.removeValue(forKey: file.id) == nil { files.marks[file.id] = file }
        case .range:
            guard let range = files.range else { return }
            files.marks = range.before
            for file in found { files.marks[file.id] = file }
        }
        guard marking != .range else { return }
        say("\(Self.number(files.marks.count)) marked")
    }

    // MARK: - Acting

    private mutating func actOnFiles(_ command: Command) -> [Effect]? {
        switch command {
        case .open, .openFolder, .copyURL, .copyPath, .verify, .delete: break
        default: return nil
        }
        files.range = nil
        return act(command, on: files.targets)
    }

    /// What can be done with published files, wherever they are listed.
    mutating func act(_ command: Command, on chosen: [PublishedFile]) -> [Effect] {
        guard let first = chosen.first else { return [] }
        switch command {
        case .open: return chosen.prefix(Files.mostOpened).map { .open($0.path) }
        case .openFolder: return [.open(first.folder)]
        case .copyURL:
            let urls = chosen.compactMap(\.url)
            if urls.isEmpty { say("Nobody knows where they came from", isError: true) }
            return copied(urls, "URL")
        case .copyPath: return copied(chosen.map(\.path), "path")
        case .verify: return verify(chosen)
        case .delete:
            overlays.append(.deleteFiles(FileDeletePrompt(chosen)))
            return []
        default: return []
        }
    }

    /// A line for each; what the status line says of it is told by whoever copies.
    func copied(_ texts: [String], _ noun: String) -> [Effect] {
        guard !texts.isEmpty else { return [] }
        return [.copy(texts.joined(separator: "\n"), as: texts.count == 1 ? texts[0] : "\(Self.number(texts.count)) \(noun)s")]
    }

    private mutating func verify(_ chosen: [PublishedFile]) -> [Effect] {
        let idle = chosen.filter { files.checks[$0.id] != .running }
        guard !idle.isEmpty else { return [] }
        if files.unchecked == 0 { (files.checked, files.bad) = (0, 0) }
        files.unchecked += idle.count
        for file in idle { files.note(.running, of: file.id) }
        say(idle.count == 1 ? "Reading \(idle[0].originalName)" : "Reading \(Self.number(idle.count)) files")
        return [.files(.verify(idle))]
    }

    // MARK: - Looking

    private mutating func viewFiles(_ command: Command) -> [Effect]? {
        switch command {
        case .filter, .search:
            overlays.append(.fileSearch(LineEditor(files.text)))
            return []
        case .detailsUp: panes.top = max(0, panes.top - 1)
        case .detailsDown: panes.top = min(panes.top + 1, max(0, (FileDetails(self)?.lines.count ?? 0) - 1))
        case .back:
            if files.range != nil {
                files.range = nil
            } else if !files.text.isEmpty {
                searchFiles("")
            } else if !files.marks.isEmpty {
                files.marks = [:]
            } else {
                return nil
            }
        default: return nil
        }
        return []
    }

    /// The cursor stays on its file; what was being marked by rows is not what it was.
    mutating func sortFiles(by sort: Sort) {
        files.sort = sort
        files.range = nil
    }

    mutating func searchFiles(_ text: String) {
        guard text != files.text else { return }
        files.text = text
        files.range = nil
        files.row = 0
        files.top = 0
        panes.top = 0
    }

    mutating func handleInFileSearch(_ key: Key, _ editor: LineEditor) -> [Effect] {
        var editor = editor
        switch key {
        case .escape:
            overlays.removeLast()
            searchFiles("")
        case .enter: overlays.removeLast()
        case .down: return moveFileCursor(by: 1)
        case .up: return moveFileCursor(by: -1)
        default:
            if let effects = handleEverywhere(key) { return effects }
            guard editor.handle(key) else { return [] }
            overlays[overlays.count - 1] = .fileSearch(editor)
            searchFiles(editor.text)
        }
        return []
    }

    // MARK: - News

    mutating func take(_ news: FilesNews) {
        switch news {
        case .changed: files.generation += 1
        case .page(let page):
            files.take(page)
            keepFileOnScreen()
        case .collected(let found, let marking):
            files.isMarking = false
            markFiles(found, marking)
        case .checked(let file, let check): note(check, of: file)
        case .deleted(let gone, let problem):
            files.forget(gone)
            files.generation += 1
            let what = gone.count == 1 ? gone[0].originalName : "\(Self.number(gone.count)) files"
            if let problem { say(problem, isError: true) } else { say("Deleted " + what) }
        }
    }

    private mutating func note(_ check: FileCheck, of file: PublishedFile) {
        files.note(check, of: file.id)
        guard check != .running else { return }
        files.unchecked = max(0, files.unchecked - 1)
        files.checked += 1
        if check.isBad { files.bad += 1 }
        guard files.checked > 1 || files.unchecked > 0 else {
            say("\(file.originalName): \(check.sentence)", isError: check.isBad)
            return
        }
        let done =
            files.unchecked > 0
            ? "\(Self.number(files.checked)) of \(Self.number(files.checked + files.unchecked))" : Self.number(files.checked)
        let result = files.bad == 0 ? "none of them changed" : "\(Self.number(files.bad)) changed, missing or unreadable"
        say("\(done) files read, \(result)", isError: files.bad > 0)
    }
}

extension Files {
    /// Programs that are started with one key.
    static let mostOpened = 10
}

extension PublishedFile {
    var folder: String {
        guard let slash = path.lastIndex(of: "/"), slash != path.startIndex else { return "/" }
        return String(path[..<slash])
    }
}
