internal import AgentLink
internal import DownloadCore

extension AgentCaller {
    /// Makes a call whose errors are the library's own.
    func ask<Call: AgentCall>(_ call: Call) async throws -> Call.Reply {
        do throws(LinkError) {
            return try await self.call(call)
        } catch {
            throw BackgroundSessionError(error)
        }
    }
}

extension BackgroundSessionError {
    init(_ error: LinkError) {
        self.init(Code(error.code), error.detail, owner: error.code == .inUse ? error.holder : nil)
    }

    static let sessionOver = BackgroundSessionError(.invalidated, "This session is over; make a new one.")

    /// The agent has nothing more of a session that was invalidated.
    var isEndOfSession: Bool {
        code == .invalidated || code == .unknownSession
    }
}

extension BackgroundSessionError.Code {
    init(_ code: LinkError.Code) {
        self =
            switch code {
            case .parse, .invalidRequest, .unknownMethod, .invalidParameters, .noHello, .version, .badReply: .incompatibleAgent
            case .internal, .store: .cannotStore
            case .invalidIdentifier: .invalidIdentifier
            case .inUse: .identifierInUse
            case .staleLease: .leaseLost
            case .unknownSession: .unknownSession
            case .unknownTask: .unknownTask
            case .invalidated: .invalidated
            case .unsupportedURL: .unsupportedURL
            case .invalidResumeData: .invalidResumeData
            case .refused: .refused
            case .usage: .invalidRequest
            case .unreachable, .timedOut: .agentUnreachable
            }
    }
}

extension TransferError {
    init(_ failure: Failure, ticket: ResumeTicket? = nil, cancellation: Completion.Cancellation? = nil) {
        self.init(
            Code(failure),
            message: failure.detail.isEmpty ? failure.code.sentence : failure.detail,
            httpStatusCode: failure.httpStatus,
            resumeData: ticket.flatMap { ResumeData($0) },
            cancellationReason: failure.code == .cancelled ? cancellation.map(CancellationReason.init) ?? .client : nil
        )
    }

    /// Nil for a task that ended well.
    init?(_ completion: Completion) {
        guard let failure = completion.failure else { return nil }
        self.init(failure, ticket: completion.ticket, cancellation: completion.cancellation)
    }
}

extension TransferError.CancellationReason {
    init(_ cancellation: Completion.Cancellation) {
        self =
            switch cancellation {
            case .client: .client
            case .invalidated: .sessionInvalidated
            }
    }
}

extension TransferError.Code {
    init(_ failure: Failure) {
        self =
            switch failure.code {
            case .timedOut, .tooSlow: .timedOut
            case .notFound: .fileDoesNotExist
            case .network, .unfinished: failure.isOffline ? .notConnectedToInternet : .networkConnectionLost
            case .cannotResume: .cannotResume
            case .diskFull: .diskFull
            case .openFile: .cannotOpenFile
            case .createFile, .createFolder: .cannotCreateFile
            case .writeFile: .cannotWriteToFile
            case .nameResolution: .cannotFindHost
            case .badReply: .cannotParseResponse
            case .emptyReply: .zeroByteResource
            case .httpStatus: .badServerResponse
            case .redirect: .httpTooManyRedirects
            case .authorization: .userAuthenticationRequired
            case .overloaded: .resourceUnavailable
            case .checksum: .digestMismatch
            case .tls: .secureConnectionFailed
            case .unsupportedURL: .unsupportedURL
            case .cancelled: .cancelled
            case .fileChanged: .resourceChanged
            case .sessionInUse, .usage, .internal: .unknown
            }
    }
}
