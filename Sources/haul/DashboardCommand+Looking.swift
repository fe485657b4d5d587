internal import Dashboard
internal import DownloadCore

/// What the dashboard asks of its source to be shown.
extension DashboardCommand {
    func refresh(force: Bool) async {
        let now = SystemClocks().now()
        let passed = now.instant.since(lastRefresh)
        // News come at that pace, now and then a little early: they are not worth being called twice for.
        guard force || passed >= look.pause * 9 / 10 else {
            planRefresh(after: look.pause - passed)
            return
        }
        owesRefresh = false
        lastRefresh = now.instant
        await send(.tick(now.wall))
        guard await ask(model.request) else { return }
        await settle()
        await refreshDetails()
        await refreshTotals(now.instant)
    }

    /// Looks again later.
    ///
    /// Other ticks do not: each look draws, and what is drawn too soon plans another tick, for ever.
    private func planRefresh(after delay: Duration) {
        owesRefresh = true
        planTick(after: delay)
    }

    private func refreshTotals(_ now: Instant) async {
        guard let latest else { return }
        guard now.since(lastTotals) >= .seconds(1) else {
            // The last news of a busy second must not leave the speed of that second on the screen.
            if latest.isOther(than: counted) { planRefresh(after: .seconds(1) - now.since(lastTotals)) }
            return
        }
        counted = latest
        lastTotals = now
        await send(.totals(latest.totals))
    }

    /// Asks for a part of the list and shows it; whether somebody answered.
    private func ask(_ request: TaskWindow.Request) async -> Bool {
        guard let window = await source.window(request) else { return false }
        latest = window
        isChanged = true
        _ = update(&model, .window(window))
        let news = window.news.map(\.task)
        notices.look(at: news, hasFocus: hasFocus, now: SystemClocks().now().wall)
        return true
    }

    /// Asks for what the model needs beyond what it has, until it has that: the next key is for what is shown then.
    func settle() async {
        // A list that changes under every question would never be at rest.
        for _ in 0..<4 {
            if let wanted = model.wantedWindow {
                guard await ask(wanted) else {
                    _ = update(&model, .unanswered)
                    return
                }
            } else if let wanted = model.wantedRange {
                guard let chosen = await source.choose(wanted, of: model.query) else { return }
                _ = update(&model, .chosen(chosen, .range))
            } else {
                break
            }
        }
        let urls = model.wantedURLs
        // Without a list nobody knows.
        if !urls.isEmpty, latest != nil { _ = update(&model, .known(await source.known(urls), asked: urls)) }
    }

    /// Asks for the details of the task whose details are shown, if it is another one or has changed.
    func refreshDetails() async {
        guard let wanted = model.wantedDetails, let task = model.tasks.first(where: { $0.id == wanted }) else {
            detailed = nil
            return
        }
        guard task != detailed else { return }
        let now = SystemClocks().now().instant
        let passed = now.since(lastDetails)
        // What moves in the row moves in the pane as well; the rest of it, a call of its own, need not follow each step.
        if let detailed, detailed.id == task.id, detailed.state == task.state, passed < .seconds(1) {
            planRefresh(after: .seconds(1) - passed)
            return
        }
        lastDetails = now
        detailed = task
        if let details = await source.details(wanted) { await send(.details(details)) }
    }
}

extension TaskWindow {
    /// Something about the tasks is different; the room on the disk always is, on a machine that does something else.
    fileprivate func isOther(than window: TaskWindow?) -> Bool {
        states != window?.states || rates != window?.rates || totals.done != window?.totals.done || totals.total != window?.totals.total
    }
}
