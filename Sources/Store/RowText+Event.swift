internal import DownloadCore

extension RowText {
    /// An event; the kinds that every download has are written here, the others by the encoder.
    mutating func value(_ event: Event, _ coder: RowCoder) throws(Failure) {
        try object { (text) throws(Failure) in
            text.name("kind")
            try text.value(event.kind, coder)
            text.member("sequence", event.sequence)
            text.member("session", event.session?.text)
            text.member("task", event.task?.rawValue)
            text.name("time")
            text.object { $0.member("nanoseconds", event.time.nanoseconds) }
        }
    }

    private mutating func value(_ kind: Event.Kind, _ coder: RowCoder) throws(Failure) {
        switch kind {
        case .queued(let url):
            object { text in
                text.name("queued")
                text.object { $0.member("url", url) }
            }
        case .started(let started):
            object { text in
                text.name("started")
                text.object { text in
                    text.name("_0")
                    text.value(started)
                }
            }
        case .finished(let finished):
            try object { (text) throws(Failure) in
                text.name("finished")
                try text.object { (text) throws(Failure) in
                    text.name("_0")
                    try text.value(finished, coder)
                }
            }
        case .progress, .waiting, .restarted, .paused, .resumed, .cancelled, .verifying, .failed, .warning, .removed:
            value(written: try coder.encode(kind))
        }
    }

    private mutating func value(_ started: Event.Started) {
        object { text in
            text.member("isResumable", started.isResumable)
            text.member("name", started.name)
            text.member("resumedAt", started.resumedAt)
            text.member("total", started.total)
            text.member("url", started.url)
        }
    }

    private mutating func value(_ finished: Event.Finished, _ coder: RowCoder) throws(Failure) {
        try object { (text) throws(Failure) in
            text.name("activeTime")
            text.value(finished.activeTime)
            text.name("file")
            try text.value(finished.file, coder)
            text.member("isAlready", finished.isAlready)
            text.member("name", finished.name)
            text.member("url", finished.url)
            text.member("wasted", finished.wasted)
        }
    }

    /// The two halves of its attoseconds, as Swift codes a duration.
    private mutating func value(_ duration: Duration) {
        let (seconds, attoseconds) = duration.components
        let all = Int128(seconds) * 1_000_000_000_000_000_000 + Int128(attoseconds)
        array { text in
            text.value(Int64(truncatingIfNeeded: all >> 64))
            text.value(UInt64(truncatingIfNeeded: all))
        }
    }
}
