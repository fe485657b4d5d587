public import DownloadCore

extension Agent {
    /// Begins one action; what takes long goes on beside and comes back as a report.
    func perform(_ action: TaskAction, of id: TaskID) async {
        switch action {
        case .tell:
            return
        case .open(let order):
            guard !isStopping, let file = files[id], let request = machines[id]?.record.request else { return }
            await transport.open(order, request: request, into: file)
        case .shorten(let connection, let end):
            await transport.shorten(id, connection, to: end)
        case .close(let connection):
            await transport.close(id, connection)
        case .closeAll:
            await transport.closeAll(id)
        case .wake(let due):
            wakes[id] = due
        case .preparePart(let generation, let mustExist):
            guard !isStopping, let attempt = machines[id]?.record.attempt else { return }
            Task { await prepare(id, attempt: attempt, generation: generation, mustExist: mustExist) }
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

    private func prepare(_ id: TaskID, attempt: Int, generation: Int, mustExist: Bool) async {
        if let source = machines[id]?.record.inherited {
            // Stored before: a crash on either side of the rename finds the file under one of its names.
            await publisher.takePart(of: source, for: id, generation: generation)
        }
        do throws(Failure) {
            let opened = try await publisher.openPart(id, generation: generation, mustExist: mustExist)
            let found = await publisher.partStatus(id, generation: generation)
            let room = await publisher.room(id, generation: generation)
            let folder = await publisher.partDevice()
            guard let machine = machines[id], machine.record.attempt == attempt else { return }
            files[id] = opened.file
            let stored = found.map {
                TaskRecord.StoredPart(bootID: bootID, device: $0.device, folder: folder, inode: $0.inode, modified: $0.modified)
            }
            submit(.report(id, .partReady(attempt: attempt, length: opened.length, stored: stored, room: room), nil))
        } catch {
            // The folder may be gone, or the file out of it: only the second is the end of what was fetched.
            let mayBeOut = mustExist && error.isDirectoryMissing != true
            if mayBeOut, await publisher.partStatus(id, generation: generation) == nil {
                submit(.report(id, await missing(id, attempt: attempt), nil))
            } else {
                submit(.report(id, .partFailed(attempt: attempt, error), nil))
            }
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
        var open: [PublishJob] = []
        for job in jobs {
            if job.intent != nil {
                open.append(job)
            } else if let intended = await intend(job, after: nil) {
                open.append(intended)
            }
        }
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
                    if let next = await intend(job, after: intent) { taken.append(next) }
                case .failure(let failure):
                    submit(.report(job.order.task, .publishFailed(attempt: job.attempt, failure), nil))
                }
            }
            await publisher.catalogue(published)
            open = taken
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

    private func intend(_ job: PublishJob, after: PublishIntent?) async -> PublishJob? {
        do throws(Failure) {
            if after == nil { try await publisher.trimPart(job.order.task, generation: job.order.generation, size: job.order.size) }
            var job = job
            job.intent = try await publisher.intend(job.order, after: after)
            return job
        } catch {
            submit(.report(job.order.task, .publishFailed(attempt: job.attempt, error), nil))
            return nil
        }
    }
}
