import BackgroundTransfer
import Foundation
import FoundationNetworking

extension URLError {
    /// The same in Foundation's words.
    init(_ error: TransferError, _ url: URL?) {
        var details = Self.details(error.message, url)
        if let data = error.resumeData { details[NSURLSessionDownloadTaskResumeData] = data.dataRepresentation }
        if let reason = error.cancellationReason.flatMap(BackgroundTaskCancelledReason.init) {
            details[NSURLErrorBackgroundTaskCancelledReasonKey] = reason.rawValue
        }
        if error.code == .diskFull {
            details[NSUnderlyingErrorKey] = NSError(domain: NSPOSIXErrorDomain, code: Int(POSIXErrorCode.ENOSPC.rawValue))
        }
        self.init(Code(error.code), userInfo: details)
    }

    /// Why a session or a task of it did not come to be.
    init(_ error: BackgroundSessionError, _ url: URL? = nil) {
        let code: Code =
            switch error.code {
            case .invalidResumeData, .invalidRequest: .unsupportedURL
            case .invalidated: .cancelled
            case .cannotStore: .cannotWriteToFile
            case .leaseLost: .backgroundSessionInUseByAnotherProcess
            // Foundation's numbers, where it has one.
            default: Code(number: error.code.rawValue)
            }
        self.init(code, userInfo: Self.details(error.message, url))
    }

    /// One of a task that never came to the agent.
    init(_ code: Code, _ message: String, _ url: URL?, resumeData: Data? = nil) {
        var details = Self.details(message, url)
        details[NSURLSessionDownloadTaskResumeData] = resumeData
        self.init(code, userInfo: details)
    }

    private static func details(_ message: String, _ url: URL?) -> [String: Any] {
        var details: [String: Any] = [NSLocalizedDescriptionKey: message]
        details[NSURLErrorFailingURLErrorKey] = url
        // The key's name is deprecated, and what programs look for.
        details["NSErrorFailingURLStringKey"] = url?.absoluteString
        return details
    }
}

extension URLError.Code {
    /// The code with this number, if Foundation has one.
    init(number: Int) {
        self = number < 0 ? Self(rawValue: number) ?? .unknown : .unknown
    }

    init(_ code: TransferError.Code) {
        self =
            switch code {
            case .diskFull: .cannotWriteToFile
            case .digestMismatch: .cannotDecodeContentData
            case .resourceChanged, .cannotResume: .badServerResponse
            // Foundation's numbers.
            default: .init(number: code.rawValue)
            }
    }
}

extension URLError.BackgroundTaskCancelledReason {
    /// Nil where the program itself cancelled.
    init?(_ reason: TransferError.CancellationReason) {
        switch reason {
        case .agentStopped: self = .backgroundUpdatesDisabled
        case .insufficientResources: self = .insufficientSystemResources
        default: return nil
        }
    }
}
