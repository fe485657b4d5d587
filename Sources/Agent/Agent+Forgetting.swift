internal import DownloadCore

extension Agent {
    /// Takes a task off the list, with its part files.
    func forget(_ id: TaskID, in turn: inout Turn) {
        guard let record = machines[id]?.record else { return }
        turn.gone[id] = record.session
        dropFromMemory(id)
        turn.changed.remove(id)
        turn.change.removed.append(id)
        kept[id] = nil
        if let file = staged.removeValue(forKey: id) {
            turn.change.unstaged.append(id)
            turn.chores.append(.discardStaged(file))
        }
        turn.actions += [(id, .closeAll), (id, .discardPart(generation: nil)), (id, .tell(.removed))]
    }

    /// Lets go of a task whose row stays, or goes with this turn.
    func dropFromMemory(_ id: TaskID) {
        guard let machine = machines.removeValue(forKey: id) else { return }
        idsInOrder = nil
        touched.insert(id)
        waiting.remove(id)
        active.remove(id)
        occupants[id] = nil
        leaving.remove(id)
        diskWaiters.remove(id)
        progressed.remove(id)
        urgent.remove(id)
        outlook.held[id] = nil
        outlook.fresh.remove(id)
        timetable.forget(id)
        wakes[id] = nil
        deadlines[id] = nil
        meters[id] = nil
        counted[id] = nil
        if let session = machine.record.session { movers[session]?.remove(id) }
        if let token = machine.record.token { tokens[token] = nil }
    }
}
