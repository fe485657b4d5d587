public import DownloadCore
import Screen

/// A removal that is shown as done and carried out when its countdown has ended.
///
/// Until then the agent knows nothing of it: the tasks keep their place, their data and even their connections, so an undo only has to show
/// them again, and a program that dies meanwhile has lost nothing.
public struct Removal: Sendable, Hashable {
    public var ids: [TaskID]

    /// What the status line says of it.
    public var text: String

    /// When it is carried out.
    public var until: WallTime

    /// Those of them that were marked.
    var marked: Set<TaskID>

    /// The time a removal can be undone.
    static let grace: Duration = .seconds(10)
}

/// Something that can be taken back.
public enum Undo: Sendable, Hashable {
    case removal(Removal)
    /// What has been done, and the effects that do the opposite.
    case change(String, [Effect])
    /// Was a removal that has been carried out: in its place, so that nothing older is taken for it.
    case tooLate

    /// So many of them are kept.
    static let most = 20

    var removal: Removal? {
        if case .removal(let removal) = self { removal } else { nil }
    }

    /// What taking it back would bring back.
    fileprivate var name: String? {
        switch self {
        case .removal(let removal):
            removal.ids.count == 1 ? "the removal of 1 task" : "the removal of \(Format.count(removal.ids.count)) tasks"
        case .change(let text, _): text
        case .tooLate: nil
        }
    }
}

extension Model {
    /// The removal that `undo` would take back, if its countdown runs.
    var undoableRemoval: Removal? { undos.last?.removal }

    /// Takes tasks off the list; `expire` carries that out.
    mutating func remove(_ ids: [TaskID], as text: String) {
        let until = clock.advanced(by: Removal.grace)
        keep(.removal(Removal(ids: ids, text: text, until: until, marked: marks.intersection(ids))))
        hidden.formUnion(ids)
        marks.subtract(ids)
        toast = nil
        narrow()
    }

    /// Something can be taken back.
    var canUndo: Bool { undos.contains { $0 != .tooLate } }

    mutating func keep(_ undo: Undo) {
        undos.append(undo)
        // Removals stay until they have been carried out.
        if undos.count > Undo.most, let oldest = undos.firstIndex(where: { $0.removal == nil }) { undos.remove(at: oldest) }
    }

    mutating func undoLast() -> [Effect] {
        guard let last = undos.popLast() else { return [] }
        switch last {
        case .removal(let removal):
            hidden.subtract(removal.ids)
            marks.formUnion(removal.marked)
            narrow()
            if removal.ids.count == 1 { aim = .task(removal.ids[0]) }
            say("Back on the list")
            return []
        case .change(let text, let effects):
            say("Undone: " + text)
            return effects
        case .tooLate:
            // Whoever asks for what is gone must not get something else.
            while undos.last == .tooLate { undos.removeLast() }
            let key = keymap.labels(of: .undo).first ?? ":undo"
            let next = undos.last?.name.map { " (\(key) again: undo \($0))" } ?? ""
            say("Too late to bring back what was removed" + next, isError: true)
            return []
        }
    }

    /// Carries out the removals whose time is over; all of them when the dashboard ends.
    mutating func expire(all isEnding: Bool = false) -> [Effect] {
        var effects: [Effect] = []
        for removal in undos.compactMap(\.removal) where isEnding || removal.until <= clock {
            effects.append(.remove(removal.ids))
            hidden.subtract(removal.ids)
            if let place = undos.firstIndex(where: { $0.removal == removal }) { undos[place] = .tooLate }
        }
        // Whoever carries it out shows the new list before the next frame; what could not be removed is seen again.
        if !effects.isEmpty { gone.formUnion(effects.flatMap(\.removed)) }
        return effects
    }
}

extension Effect {
    fileprivate var removed: [TaskID] {
        if case .remove(let ids) = self { ids } else { [] }
    }
}
