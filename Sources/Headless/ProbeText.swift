import DownloadCore

/// What a probe found, in words.
enum ProbeText {
    /// What recognises the file: the strongest thing there is, and how much it is worth.
    static func validator(of representation: Representation) -> String {
        if let etag = representation.etag {
            return representation.validator == nil ? "weak ETag \(etag): it does not prove that bytes are the same" : "strong ETag \(etag)"
        }
        if let date = representation.lastModified {
            return representation.hasStrongDate
                ? "date \(date)" : "date \(date), too close to the reply's own to tell two versions apart"
        }
        return "none: neither an ETag nor a date"
    }

    /// Whether resuming works.
    static func verdict(_ report: ProbeReport) -> (isGood: Bool, found: String, advice: String?) {
        switch report.resume {
        case .works: return (true, "a partial download can be resumed", nil)
        case .notNeeded: return (true, "the file is empty: there is nothing to resume", nil)
        case .withoutValidator:
            return (
                false, "ranges work, but nothing proves that the rest belongs to the same file: an interrupted download starts over",
                "If the file never changes, set resume.without_validator = \"size\" in the configuration; else ask whoever runs the server "
                    + "for a strong ETag or a date."
            )
        case .rangeIgnored:
            return (
                false, "the whole file was sent instead of one byte: an interrupted download starts over",
                "Keep the download running until it is done, or ask whoever runs the server to allow ranges."
            )
        case .rangeUnusable(let why):
            return (
                false, "ranges cannot be used: \(why); an interrupted download starts over",
                "Keep the download running until it is done, or ask whoever runs the server to repair its ranges."
            )
        case .refused(let status):
            return (false, "there is no file to be had: status \(status)", advice(status))
        case .unreachable(let failure):
            return (false, "no reply: \(failure.detail)", failure.code.sentence)
        }
    }

    private static func advice(_ status: Int) -> String {
        switch status {
        case 401, 407: Failure.Code.authorization.sentence
        case 404, 410: Failure.Code.notFound.sentence
        case 429, 503: Failure.Code.overloaded.sentence
        case 416: "The server refuses ranges altogether: it can be downloaded from, but not resumed."
        default: Failure.Code.httpStatus.sentence
        }
    }

    static func json(_ report: ProbeReport) -> JSONObject {
        var object = JSONObject()
        object.add("url", ShownAddress.of(report.url))
        object.add("redirects", report.hops.map(hop))
        object.add("http", report.reply.map { Int64($0.status) })
        object.add("acceptRanges", report.reply?.value("Accept-Ranges"))
        object.add("etag", report.representation?.etag)
        object.add("lastModified", report.representation?.lastModified)
        object.add("validator", report.representation?.validator)
        object.add("total", report.length)
        object.add("resumable", verdict(report).isGood)
        object.add("error", report.failure.map(JSONLines.error))
        return object
    }

    private static func hop(_ hop: ProbeReport.Hop) -> JSONObject {
        var object = JSONObject()
        object.add("http", hop.status)
        object.add("url", ShownAddress.of(hop.target))
        return object
    }
}
