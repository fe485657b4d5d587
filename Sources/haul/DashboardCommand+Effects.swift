internal import AgentLink
internal import Configuration
internal import Dashboard
internal import Documents
internal import DownloadCore
internal import Headless
internal import Platform
internal import Screen
internal import Terminal

/// What the dashboard's model asks for, carried out.
extension DashboardCommand {
    func perform(_ effect: Effect) async {
        switch effect {
        case .pause(let ids): await command(.pause, ids)
        case .resume(let ids): await resume(ids)
        case .cancel(let ids): await command(.cancel, ids)
        case .startNow(let ids): await command(.startNow, ids)
        case .remove(let ids): await command(.remove, ids)
        case .delete(let ids): await delete(ids)
        case .move(let ids, let isUp): await each(ids) { await $0.move($1, isUp: isUp) }
        case .prioritize(let ids, let priority): await edit(ids) { $0.priority = priority }
        case .limit(let ids, let rate): await edit(ids) { $0.rateLimit = rate ?? 0 }
        case .limitAll(let rate): await tell(await source.limit(rate))
        case .limitAlternative(let isOn): await tell(await source.limitAlternative(isOn))
        case .pauseAll: await command(.pause, nil)
        case .resumeAll:
            await command(.retry, nil)
            await command(.resume, nil)
        case .choose(let choice, let purpose):
            if let chosen = await source.choose(choice, of: model.query) { await send(.chosen(chosen, purpose)) }
        case .lookUp(let ids, let command, let argument):
            await send(.lookedUp(await source.tasks(ids), command, argument: argument))
        case .find(let search): await send(.foundRow(await source.row(of: search, in: model.query)))
        case .add(let urls, let choices): if !(await putsOff(effect)) { await add(urls, choices) }
        case .addList(let path): if !(await putsOff(effect)) { await addList(path) }
        case .edit(let id, let change): await self.change(id, change)
        case .open(let path): await open(path)
        case .copy(let text, let name): await copy(text, as: name)
        case .files(let effect): files?.perform(effect)
        case .checkFolder(let typed): checkFolder(typed)
        case .complete(let typed, let onlyFolders): complete(typed, onlyFolders: onlyFolders)
        case .useMouse(let isUsed): terminal.useMouse(isUsed)
        case .refresh:
            await source.refresh()
            await send(.files(.changed))
        case .stopAgent: await stopAgent()
        case .redraw: terminal.redraw()
        case .suspend: await suspend()
        case .quit: ending = .quit
        }
    }

    func suspend() async {
        terminal.suspend()
        await send(.resize(terminal.size))
    }

    func tell(_ problem: String?) async {
        if let problem { await send(.notice(problem, isError: true)) }
    }

    private func command(_ command: ControlCall.Command, _ ids: [TaskID]?) async {
        guard ids?.isEmpty != true else { return }
        await tell(await source.command(command, ids).first.map(model.named(refusal:)))
    }

    /// One after the other; the first refusal is told.
    ///
    /// - Returns: whether there was none.
    @discardableResult
    private func each(_ ids: [TaskID], _ body: (any DashboardSource, TaskID) async -> String?) async -> Bool {
        var problem: String?
        for id in ids {
            let refusal = await body(source, id)
            problem = problem ?? refusal.map(model.named(refusal:))
        }
        await tell(problem)
        return problem == nil
    }

    @discardableResult
    private func edit(_ ids: [TaskID], _ change: (inout TaskEdit) -> Void) async -> Bool {
        var edit = TaskEdit()
        change(&edit)
        return await each(ids) { await $0.edit($1, edit) }
    }

    private func resume(_ ids: [TaskID]) async {
        let tasks = await tasks(ids)
        await command(.retry, tasks.filter(\.state.isEnded).map(\.id))
        await command(.resume, tasks.filter { !$0.state.isEnded }.map(\.id))
    }

    /// What is known of tasks, else what the source says of them.
    private func tasks(_ ids: [TaskID]) async -> [TaskSnapshot] {
        let known = model.tasks(ids)
        return known.count == ids.count ? known : await source.tasks(ids)
    }

    /// The partial data of a task goes with its row; a finished file is deleted by the one who asked for it.
    private func delete(_ ids: [TaskID]) async {
        var problem: String?
        let tasks = await tasks(ids)
        for task in tasks {
            // Simulated files are not there, and must not be looked for.
            if source is DemoSource {
                await command(.remove, [task.id])
                continue
            }
            if let refusal = await source.command(.remove, [task.id]).first {
                problem = problem ?? model.named(refusal: refusal)
                continue
            }
            guard case .finished(let file) = task.state, !file.path.isEmpty else { continue }
            do throws(Failure) {
                let (folder, name) = Self.parts(of: file.path)
                // A folder that is gone has no file to delete.
                try PublishedFiles(directory: folder)?.delete(name)
            } catch {
                problem = problem ?? error.detail
            }
        }
        let deleted = tasks.count == 1 ? tasks[0].name : "\(tasks.count) tasks and their files"
        await send(.notice(problem ?? "Deleted " + deleted, isError: problem != nil))
        await send(.files(.changed))
    }

    private static func parts(of path: String) -> (folder: String, name: String) {
        let slash = path.lastIndex(of: "/") ?? path.startIndex
        return (slash == path.startIndex ? "/" : String(path[..<slash]), String(path[slash...].drop { $0 == "/" }))
    }

    func add(_ urls: [String], _ choices: AddChoices) async {
        guard !urls.isEmpty else { return }
        let requests = urls.filter(BatchOptions.isAddress).map { url in
            var request = prepared(options.request(urls: [url], defaults: defaults))
            if let folder = choices.folder { request.directory = ThisProcess.absolutePath(Settings.expand(folder, home: home)) }
            request.startsPaused = choices.isPaused
            request.rateLimit = choices.limit ?? request.rateLimit
            return request
        }
        await queue(requests, bad: urls.count - requests.count)
    }

    /// The request as the agent needs it: it has another working directory, and all the time in the world.
    private func prepared(_ given: DownloadRequest) -> DownloadRequest {
        var request = given
        request.directory = (given.directory ?? options.directory).map(ThisProcess.absolutePath)
        request.cookieFile = (given.cookieFile ?? options.cookieFile).map(ThisProcess.absolutePath)
        request.certificateAuthorities = given.certificateAuthorities.map(ThisProcess.absolutePath)
        guard source.isBackground else { return request }
        request.retry = .background
        request.retry.tries = options.retries
        request.waitsForNetwork = true
        request.waitsForDisk = options.waitsForDisk ?? true
        request.waitsForCredentials = true
        return request
    }

    private func queue(_ given: [DownloadRequest], bad: Int) async {
        let known = await source.known(given.compactMap { $0.urls.first.map(AddReport.shown) })
        let (requests, repeated) = AddReport.new(given, knowing: Set(known))
        let ended = Set(model.tasks.lazy.filter(\.state.isEnded).map(\.url))
        let again = requests.count { $0.urls.first.map { ended.contains(AddReport.shown($0)) } ?? false }
        do throws(Failure) {
            let added = requests.isEmpty ? 0 : try await source.add(requests)
            let report = AddReport(added: added, again: again, refused: requests.count - added, repeated: repeated, bad: bad)
            await send(.notice(report.text, isError: report.isError))
        } catch {
            await send(.notice(error.detail, isError: true))
        }
    }

    private func addList(_ typed: String) async {
        var wanted = options
        wanted.urls = []
        wanted.inputFile = ThisProcess.absolutePath(Settings.expand(typed, home: home))
        var requests: [DownloadRequest] = []
        var bad = 0
        do throws(Failure) {
            var input = try BatchInput(options: wanted, defaults: defaults)
            while let item = try input.next() {
                switch item {
                case .entry(let request): requests.append(prepared(request))
                case .error: bad += 1
                case .warning: break
                }
            }
        } catch {
            await tell(error.detail)
            return
        }
        await queue(requests, bad: bad)
    }

    private func stopAgent() async {
        if let problem = await source.stop() {
            await tell("the agent was not stopped: \(problem)")
        } else {
            hasStoppedAgent = true
            ending = .quit
        }
    }

    private func change(_ id: TaskID, _ change: TaskChange) async {
        let name = model.tasks([id]).first?.name
        let isDone = await edit([id]) { edit in
            edit.url = change.url
            edit.mirrors = change.mirrors
            edit.outputName = change.name
            edit.headers = change.headers?.compactMap { HeaderField(parsing: $0) }
        }
        if isDone { await send(.notice("Changed " + (name ?? "task \(id)"), isError: false)) }
    }
}
