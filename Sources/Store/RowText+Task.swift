internal import DownloadCore

extension RowText {
    /// A task's progress; what is rare in it is left to the encoder.
    mutating func value(_ progress: StoredProgress, _ coder: RowCoder) throws(Failure) {
        try object { (text) throws(Failure) in
            text.member("activeTime", progress.activeTime)
            text.member("age", progress.age)
            text.member("attempt", progress.attempt)
            text.member("failures", progress.failures)
            text.member("generation", progress.generation)
            try text.member("inherited", progress.inherited, coder)
            if let intent = progress.intent {
                text.name("intent")
                text.value(intent)
            }
            text.member("isContinuation", progress.isContinuation)
            text.member("isHurried", progress.isHurried)
            text.member("isWithoutRanges", progress.isWithoutRanges)
            text.member("mirror", progress.mirror)
            if let part = progress.part {
                text.name("part")
                text.value(part)
            }
            text.name("plan")
            text.value(progress.plan)
            try text.member("previous", progress.previous, coder)
            if let representation = progress.representation {
                text.name("representation")
                text.value(representation)
            }
            try text.member("setbacks", progress.setbacks, coder)
            text.name("state")
            try text.value(progress.state, coder)
            text.member("token", progress.token)
            text.member("wasted", progress.wasted)
        }
    }

    /// A member that is written by the encoder, and left out when it is nil.
    mutating func member(_ name: StaticString, _ value: (some Encodable)?, _ coder: RowCoder) throws(Failure) {
        guard let value else { return }
        self.name(name)
        self.value(written: try coder.encode(value))
    }

    private mutating func value(_ state: TaskState, _ coder: RowCoder) throws(Failure) {
        switch state {
        case .waiting, .failed:
            value(written: try coder.encode(state))
        case .finished(let file):
            try object { (text) throws(Failure) in
                text.name("finished")
                try text.object { (text) throws(Failure) in
                    text.name("_0")
                    try text.value(file, coder)
                }
            }
        case .queued: bare("queued")
        case .connecting: bare("connecting")
        case .running: bare("running")
        case .paused: bare("paused")
        case .verifying: bare("verifying")
        case .publishing: bare("publishing")
        case .cancelled: bare("cancelled")
        }
    }

    /// A case that carries nothing.
    mutating func bare(_ name: StaticString) {
        object { text in
            text.name(name)
            text.object { _ in }
        }
    }

    mutating func value(_ file: FinishedFile, _ coder: RowCoder) throws(Failure) {
        try object { (text) throws(Failure) in
            text.member("bytes", file.bytes)
            try text.member("digest", file.digest, coder)
            text.member("isMissing", file.isMissing)
            text.member("path", file.path)
        }
    }

    private mutating func value(_ plan: SegmentPlan) {
        object { text in
            text.name("g")
            text.array { text in
                for segment in plan.segments { text.value(segment) }
            }
            text.member("t", plan.total)
        }
    }

    private mutating func value(_ segment: SegmentPlan.Segment) {
        object { text in
            text.member("d", segment.durable)
            text.member("e", segment.end)
            text.member("s", segment.start)
            text.member("w", segment.written)
        }
    }

    private mutating func value(_ found: Representation) {
        object { text in
            text.member("acceptsRanges", found.acceptsRanges)
            text.member("contentEncoding", found.contentEncoding)
            text.member("etag", found.etag)
            text.member("finalURL", found.finalURL)
            text.member("hasStrongDate", found.hasStrongDate)
            text.name("hints")
            text.object { text in
                text.member("contentDisposition", found.hints.contentDisposition)
                text.member("mediaType", found.hints.mediaType)
                text.member("url", found.hints.url)
            }
            text.member("lastModified", found.lastModified)
            text.member("status", found.status)
            text.member("total", found.total)
        }
    }

    private mutating func value(_ intent: PublishIntent) {
        object { text in
            text.member("collisions", intent.collisions)
            text.member("device", intent.device)
            text.member("directory", intent.directory)
            text.member("folder", intent.folder)
            text.member("inode", intent.inode)
            text.member("name", intent.name)
            text.member("part", intent.part)
            text.member("size", intent.size)
        }
    }

    private mutating func value(_ part: TaskRecord.StoredPart) {
        object { text in
            text.member("bootID", part.bootID)
            text.member("device", part.device)
            text.member("folder", part.folder)
            text.member("inode", part.inode)
            text.member("modified", part.modified)
        }
    }
}
