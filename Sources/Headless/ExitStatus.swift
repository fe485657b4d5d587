import DownloadCore

/// The exit statuses as people read them (`headless.md` section 2); the numbers come from the failures themselves.
public enum ExitStatus {
    /// One status.
    public struct Row: Sendable, Hashable {
        public var status: Int32
        public var meaning: String

        /// The error codes that end with this status.
        public var codes: [String]
    }

    public static let finished: Int32 = 0
    public static let unfinished = Failure.Code.unfinished.exitStatus
    public static let usage = Failure.Code.usage.exitStatus

    /// All of them, by number.
    public static let rows: [Row] = {
        let byStatus = Dictionary(grouping: Failure.Code.allCases, by: \.exitStatus)
        let failures = byStatus.map { status, codes in
            Row(status: status, meaning: codes.first.map(meaning) ?? "", codes: codes.map(\.rawValue))
        }
        let others = [
            Row(status: finished, meaning: "everything finished", codes: []),
            Row(status: 130, meaning: "ended by SIGINT", codes: []),
            Row(status: 143, meaning: "ended by SIGTERM", codes: []),
        ]
        return (failures + others).sorted { $0.status < $1.status }
    }()

    /// The table of help, one status a line.
    static var helpLines: [String] {
        rows.flatMap { row in
            TextFlow.hanging(String(row.status), row.meaning, indent: 2, column: 8)
        }
    }

    /// What a status says; failures that share a number share the words.
    private static func meaning(of code: Failure.Code) -> String {
        switch code {
        case .timedOut: "timed out"
        case .notFound: "not found (404, 410)"
        case .tooSlow: "too slow: below the lowest speed limit for too long"
        case .network: "network failure"
        case .unfinished: "unfinished downloads were left"
        case .cannotResume: "the server cannot resume and --require-resume was given"
        case .diskFull: "disk full"
        case .sessionInUse: "the same store or session is in use by another process"
        case .openFile: "a file could not be opened"
        case .createFile: "a file could not be created"
        case .writeFile: "a file could not be written"
        case .createFolder: "a folder could not be made"
        case .nameResolution: "name resolution failed"
        case .badReply, .emptyReply, .httpStatus: "a reply or HTTP status that is an error and nothing more precise"
        case .redirect: "too many redirects, or a redirect that is not allowed"
        case .authorization: "authorization failed or is needed"
        case .usage: "usage or configuration error, or a bad line in the list"
        case .overloaded: "the server is overloaded (429, 503) and retries ran out"
        case .checksum: "checksum mismatch"
        case .tls: "TLS: certificate or handshake"
        case .unsupportedURL, .cancelled, .fileChanged, .internal: "a failure with no number of its own"
        }
    }
}
