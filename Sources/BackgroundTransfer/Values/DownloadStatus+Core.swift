internal import AgentLink
internal import DownloadCore
internal import FoundationEssentials

extension DownloadStatus {
    init(_ reply: ShowCall.Reply) {
        let request = DownloadRequest(reply.request, shownURL: reply.task.url)
        self.init(reply.task, request: request, isDiscretionary: reply.request.isDiscretionary)
        if state == .completed, error?.code == .cancelled, reply.isUndelivered { state = .canceling }
        if let status = reply.httpStatus { httpStatusCode = status }
        if let headers = reply.responseHeaders {
            responseHeaders = Dictionary(headers.map { ($0.name, $0.value) }) { _, last in last }
        } else if let representation = reply.representation {
            responseHeaders = representation.headers
        }
    }

    /// What a list tells of a task: all but the details of the request and the reply.
    init(_ info: TaskInfo) {
        let request = DownloadRequest(DownloadCore.DownloadRequest(urls: [info.url]), shownURL: info.url)
        self.init(info, request: request, isDiscretionary: false)
    }

    private init(_ info: TaskInfo, request: DownloadRequest, isDiscretionary: Bool) {
        let task = info.snapshot
        state = State(task.state.kind)
        (waitReason, waitDescription) = (nil, nil)
        error = nil
        httpStatusCode = nil
        switch task.state {
        case .waiting(let wait):
            waitReason = WaitReason(wait, isDiscretionary: isDiscretionary)
            waitDescription = wait.words
        case .queued:
            waitReason = WaitReason(task.obstacle)
            waitDescription = task.obstacle?.words ?? DownloadCore.WaitReason.queue.words
        case .failed(let failure):
            error = TransferError(failure)
            httpStatusCode = failure.httpStatus
        case .cancelled: error = TransferError(Failure(.cancelled, ""))
        case .connecting, .running, .paused, .verifying, .publishing, .finished: break
        }
        self.request = request
        progress = DownloadProgress(bytesWritten: 0, totalBytesWritten: task.done, totalBytesExpected: task.total)
        suggestedFilename = task.name.isEmpty ? nil : task.name
        finalURL = task.finalURL.flatMap { URL(string: $0) }
        responseHeaders = [:]
        isResumable = task.isResumable
        metrics = TransferMetrics(
            attempts: task.attempt,
            bytesReceived: task.done,
            bytesWasted: task.wasted,
            activeDuration: task.activeTime
        )
    }
}

extension DownloadStatus.State {
    init(_ kind: TaskState.Kind) {
        self =
            switch kind {
            case .queued, .waiting: .waiting
            case .connecting, .running, .verifying, .publishing: .running
            case .paused: .suspended
            case .finished, .failed, .cancelled: .completed
            }
    }
}

extension DownloadStatus.WaitReason {
    /// Why a task of the queue does not run.
    init(_ obstacle: Queue.Obstacle?) {
        self =
            switch obstacle?.kind {
            case .pause: .rateLimited(until: obstacle?.until.map(Date.init))
            case .disk: .diskFull
            case .folder: .directoryMissing
            case .tasks, .priority, .group, .host, .session, nil: .connectionLimit
            }
    }

    init(_ wait: Wait, isDiscretionary: Bool) {
        let until = wait.until.map(Date.init)
        self =
            switch wait.reason {
            case .retry: .retry(at: until, attempt: wait.attempt)
            case .rateLimited: .rateLimited(until: until)
            case .hostLimit, .queue: .connectionLimit
            case .network: .network("no network")
            case .metered: isDiscretionary ? .discretionary("on a metered network") : .network("metered")
            case .cellular: .network("cellular")
            case .power: .discretionary("on battery")
            case .load: .discretionary("busy machine")
            case .schedule: .discretionary("outside the allowed hours")
            case .startTime: .earliestBeginDate(until)
            case .diskFull: .diskFull
            case .directoryMissing: .directoryMissing
            case .authentication: .authentication
            }
    }
}

extension Representation {
    /// The header fields that it was read from.
    var headers: [String: String] {
        var headers: [String: String] = [:]
        headers["ETag"] = etag
        headers["Last-Modified"] = lastModified
        headers["Accept-Ranges"] = acceptsRanges.map { $0 ? "bytes" : "none" }
        headers["Content-Encoding"] = contentEncoding
        headers["Content-Disposition"] = hints.contentDisposition
        headers["Content-Type"] = hints.mediaType
        return headers
    }
}
