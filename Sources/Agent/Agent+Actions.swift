public import DownloadCore

extension Agent {
    /// Begins a turn's actions; what takes long goes on beside and comes back as reports.
    ///
    /// Those of one kind are handed on together, since each call wakes a thread: connections are opened where an action that might be about
    /// one of them follows, and part files at the end.
    func perform(_ actions: [(TaskID, TaskAction)]) async {
        var connections: [NewConnection] = []
        var parts: [PartJob] = []
        for (id, action) in actions {
            switch action {
            case .tell:
                continue
            case .open(let order):
                guard !isStopping, let file = files[id], let request = machines[id]?.record.request else { continue }
                connections.append(NewConnection(order, request: request, file: file))
            case .preparePart(let generation, let mustExist):
                guard !isStopping, let attempt = machines[id]?.record.attempt else { continue }
                let order = PartOrder(task: id, generation: generation, mustExist: mustExist)
                parts.append(PartJob(order: order, attempt: attempt))
            case .shorten, .close, .closeAll:
                await open(&connections)
                await perform(action, of: id)
            case .wake, .allocate, .verify, .publish, .discardPart:
                await perform(action, of: id)
            }
        }
        await open(&connections)
        if !parts.isEmpty { Task { await prepare(parts) } }
    }

    private func open(_ connections: inout [NewConnection]) async {
        guard !connections.isEmpty else { return }
        let opened = connections
        connections = []
        await transport.open(opened)
    }

    private func perform(_ action: TaskAction, of id: TaskID) async {
        switch action {
        case .tell, .open, .preparePart:
            return
        case .shorten(let connection, let end):
            await transport.shorten(id, connection, to: end)
        case .close(let connection):
            await transport.close(id, connection)
        case .closeAll:
            await transport.closeAll(id)
        case .wake(let due):
            wakes[id] = due
        case .allocate(let generation, let size):
            guard let attempt = machines[id]?.record.attempt else { return }
            Task {
                do throws(Failure) {
                    try await publisher.allocate(id, generation: generation, size: size)
                } catch {
                    submit(.report(id, .allocationFailed(attempt: attempt, error), nil))
                }
            }
        case .verify(let generation, let size, let checksum):
            guard let attempt = machines[id]?.record.attempt else { return }
            Task { await verify(id, attempt: attempt, generation: generation, size: size, checksum) }
        case .publish(let generation, let size):
            guard let machine = machines[id] else { return }
            publishLater(PublishJob(order: order(for: machine, generation: generation, size: size), attempt: machine.record.attempt))
        case .discardPart(let generation):
            if generation == nil { files[id] = nil }
            await publisher.discardPart(id, generation: generation)
        }
    }

    private func prepare(_ jobs: [PartJob]) async {
        for job in jobs {
            guard let source = machines[job.order.task]?.record.inherited else { continue }
            // Stored before: a crash on either side of the rename finds the file under one of its names.
            await publisher.takePart(of: source, for: job.order.task, generation: job.order.generation)
        }
        for (job, result) in zip(jobs, await publisher.openParts(jobs.map(\.order))) {
            switch result {
            case .success(let opened): prepared(job, opened)
            case .failure(let failure): await failed(job, failure)
            }
        }
    }

    private func prepared(_ job: PartJob, _ opened: OpenedPart) {
        let id = job.order.task
        guard machines[id]?.record.attempt == job.attempt else { return }
        files[id] = opened.file
        let stored = opened.status.map {
            TaskRecord.StoredPart(bootID: bootID, device: $0.device, folder: opened.folder, inode: $0.inode, modified: $0.modified)
        }
        submit(.report(id, .partReady(attempt: job.attempt, length: opened.length, stored: stored, room: opened.room), nil))
    }

    private func failed(_ job: PartJob, _ failure: Failure) async {
        let id = job.order.task
        // The folder may be gone, or the file out of it: only the second is the end of what was fetched.
        let mayBeOut = job.order.mustExist && failure.isDirectoryMissing != true
        if mayBeOut, await publisher.partStatus(id, generation: job.order.generation) == nil {
            submit(.report(id, await missing(id, attempt: job.attempt), nil))
        } else {
            submit(.report(id, .partFailed(attempt: job.attempt, failure), nil))
        }
    }

    /// A part file that is not there, on the disk where it was: somebody removed it.
    ///
    /// On another disk: the one with the documents is not mounted, and its empty place is left alone.
    private func missing(_ id: TaskID, attempt: Int) async -> TaskReport {
        guard let part = machines[id]?.record.part, part.bootID == bootID, let folder = part.folder,
            let device = await publisher.partDevice(), device != folder
        else { return .partMissing(attempt: attempt) }
        var failure = Failure(
            .openFile,
            "the partial file was on another disk than the documents folder is now: mount it",
            isResumable: true
        )
        failure.isDirectoryMissing = true
        return .partFailed(attempt: attempt, failure)
    }

    /// Notes what the part files of tasks that have stopped are now.
    func noteLeft() {
        for id in leaving {
            guard let record = machines[id]?.record, record.plan.written > 0 else { continue }
            Task { await noteLeft(record) }
        }
        leaving.removeAll()
    }

    func noteLeft(_ record: TaskRecord) async {
        guard let found = await publisher.partStatus(record.id, generation: record.generation) else { return }
        let report = TaskReport.partLeft(attempt: record.attempt, generation: record.generation, modified: found.modified)
        submit(.report(record.id, report, nil))
    }

    private func verify(_ id: TaskID, attempt: Int, generation: Int, size: Int64, _ checksum: Checksum) async {
        do throws(Failure) {
            try await publisher.trimPart(id, generation: generation, size: size)
            try await publisher.verify(id, generation: generation, checksum: checksum)
            submit(.report(id, .verified(attempt: attempt), nil))
        } catch {
            submit(.report(id, .verifyFailed(attempt: attempt, error), nil))
        }
    }

    /// Forces a running task's bytes onto the disk, so that a loss of power leaves more of them.
    func sync(_ id: TaskID) {
        guard let record = machines[id]?.record, record.plan.written > record.plan.durable else { return }
        let mark = record.plan.mark
        let generation = record.generation
        Task {
            // A failed sync changes nothing: the offsets stay unsure, and the next write tells what is wrong with the disk.
            guard (try? await publisher.syncPart(id, generation: generation)) != nil else { return }
            submit(.report(id, .synced(generation: generation, mark: mark), nil))
        }
    }

    // MARK: - Publishing

    func order(for machine: TaskStateMachine, generation: Int, size: Int64) -> PublishOrder {
        let record = machine.record
        var order = PublishOrder(
            task: record.id,
            generation: generation,
            size: size,
            hints: record.representation?.hints ?? NameHints(url: record.url),
            template: record.request.outputTemplate ?? settings.template,
            chosenName: record.request.outputName,
            directory: record.request.directory,
            time: clocks.now().wall,
            digest: record.request.checksum
        )
        order.isStaged = record.request.isStaged
        // Whoever says where a file goes means it.
        guard !order.isStaged, order.directory == nil, !settings.rules.isEmpty else { return order }
        let facts = PublishRule.FileFacts(order.hints, url: record.request.urls.first ?? "", session: record.session)
        guard let rule = PublishRule.first(of: settings.rules, for: facts) else { return order }
        order.folder = rule.folder
        if let naming = rule.naming, record.request.outputTemplate == nil { order.template = naming }
        return order
    }

    /// Where a task's file is to go, as far as that is known before it is there.
    ///
    /// - Parameters:
    ///   - record: the task.
    ///   - documents: the documents directory.
    /// - Returns: the folder, and the name, which may get a number when it is taken then; with a moment in it it is the template, and nil for a
    ///   plain one of that kind.
    public func destination(of record: TaskRecord, documents: String) -> (folder: String, name: String?) {
        let order = order(for: TaskStateMachine(record), generation: record.generation, size: 0)
        let folder = order.directory ?? order.folder.map { documents + "/" + $0 } ?? documents
        guard order.chosenName == nil else { return (folder, order.chosenName) }
        // One that makes no sense is told of when the file is there.
        guard let text = order.template, let template = try? NameTemplate(parsing: text), template != .timestamp else {
            return (folder, nil)
        }
        if template.mentionsTime { return (folder, text) }
        return (folder, FileName.make(template: template, hints: order.hints, time: order.time, task: order.task))
    }

    /// Publishes in batches as large as they come: while one is on its way to the disk, the next gathers.
    func publishLater(_ job: PublishJob) {
        publishJobs.append(job)
        guard !isPublishing else { return }
        isPublishing = true
        Task {
            while !publishJobs.isEmpty {
                let jobs = publishJobs
                publishJobs.removeAll()
                await publish(jobs)
            }
            isPublishing = false
        }
    }

    private func publish(_ jobs: [PublishJob]) async {
        var open = jobs.filter { $0.intent != nil } + (await intend(jobs.filter { $0.intent == nil }))
        while !open.isEmpty {
            await settleIntents(open)
            if let storeFailure {
                // What is not on record must not happen: after a crash the file would be fetched a second time.
                let failure = Failure(.diskFull, "the state cannot be stored: \(storeFailure.detail)", isResumable: true)
                for job in open { submit(.report(job.order.task, .publishFailed(attempt: job.attempt, failure), nil)) }
                return
            }
            let outcomes = await publisher.carryOut(open.compactMap(\.intent))
            var taken: [PublishJob] = []
            var published: [(order: PublishOrder, intent: PublishIntent)] = []
            for (job, outcome) in zip(open, outcomes) {
                guard let intent = job.intent else { continue }
                switch outcome {
                case .success(.published):
                    let file = FinishedFile(path: intent.path, bytes: intent.size, digest: job.order.digest)
                    submit(.report(job.order.task, .published(attempt: job.attempt, file), nil))
                    published.append((job.order, intent))
                case .success(.nameTaken):
                    taken.append(job)
                case .failure(let failure):
                    submit(.report(job.order.task, .publishFailed(attempt: job.attempt, failure), nil))
                }
            }
            await publisher.catalogue(published)
            open = await intend(taken)
        }
    }

    /// Writes the intents of a batch to the store, all with one commit.
    private func settleIntents(_ jobs: [PublishJob]) async {
        for (index, job) in jobs.enumerated() {
            guard let intent = job.intent else { continue }
            let report = TaskReport.intended(attempt: job.attempt, intent)
            if index == jobs.count - 1 {
                // Inputs are handled in order: when the last is stored, all are.
                await settle(job.order.task, report)
            } else {
                submit(.report(job.order.task, report, nil))
            }
        }
    }

    /// The jobs with their intents, or with the next ones for those whose names were taken; of those that fail it is told.
    private func intend(_ jobs: [PublishJob]) async -> [PublishJob] {
        guard !jobs.isEmpty else { return [] }
        let results = await publisher.intend(jobs.map { ($0.order, $0.intent) })
        return zip(jobs, results).compactMap { job, result in
            switch result {
            case .success(let intent):
                var job = job
                job.intent = intent
                return job
            case .failure(let failure):
                submit(.report(job.order.task, .publishFailed(attempt: job.attempt, failure), nil))
                return nil
            }
        }
    }
}
