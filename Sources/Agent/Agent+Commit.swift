internal import DownloadCore

extension Agent {
    /// Makes the turn's states durable; returns its events with their numbers.
    func commit(_ turn: inout Turn, now: Now) async -> [Event] {
        var events: [Event] = []
        for (id, action) in turn.actions {
            guard case .tell(let kind) = action else { continue }
            sequence += kind.isProgress ? 0 : 1
            var event = Event(sequence: sequence, time: now.wall, task: id, kind: kind)
            event.session = machines[id]?.record.session ?? turn.gone[id] ?? nil
            events.append(event)
            if !kind.isProgress { enterInJournal(kind, of: id, now: now, in: &turn) }
        }
        for (task, text) in turn.warnings {
            sequence += 1
            var event = Event(sequence: sequence, time: now.wall, task: task, kind: .warning(text))
            event.session = task.flatMap { machines[$0]?.record.session ?? turn.gone[$0] ?? nil }
            events.append(event)
        }
        decideLaunches(now: now, in: &turn)
        decideHooks(for: events, now: now, in: &turn)
        var changed = turn.changed
        if !progressed.isEmpty, isStopping || now.instant.since(lastSave) >= Self.saveInterval {
            changed.formUnion(progressed)
            lastSave = now.instant
        }
        progressed.subtract(changed)
        heldEvents += events
        turn.change.records += changed.sorted().compactMap { machines[$0]?.stored(at: now.instant) }
        turn.change.events = heldEvents.filter { !$0.kind.isProgress }
        turn.change.sessions = turn.savedSessions.sorted().compactMap { sessions[$0] }
        turn.change.take(unsaved)
        unsaved = StoreChange()
        guard !mayWait(turn.change, now: now) else { return [] }
        events = heldEvents
        heldEvents = []
        heldSince = nil
        do throws(Failure) {
            if !turn.change.isEmpty {
                try await store.save(turn.change, durability: turn.durability)
                storeFailure = nil
            }
        } catch {
            // What could not be stored is tried again with the next turn; a machine that runs on loses nothing but the record of it.
            progressed.formUnion(changed)
            unsaved = turn.change
            unsaved.records = []
            unsaved.events = []
            if storeFailure != error {
                storeFailure = error
                let text = "the state could not be stored: \(error.detail)"
                events.append(Event(sequence: sequence, time: now.wall, task: nil, kind: .warning(text)))
            }
        }
        return events
    }

    /// Whether all that there is to store are events, and these are young.
    ///
    /// They tell of steps whose rows wait as well, as the start of a small file, which is soon followed by the commit of its end. They are told
    /// with the commit that holds them, so that a number that was heard is never given again.
    private func mayWait(_ change: StoreChange, now: Now) -> Bool {
        guard !change.isWorthWriting, !change.events.isEmpty, !isStopping else { return false }
        let since = heldSince ?? now.instant
        heldSince = since
        return now.instant.since(since) < Self.eventPatience
    }
}
