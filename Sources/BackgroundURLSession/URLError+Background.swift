public import Foundation
import FoundationNetworking

/// The key of the resume data in the `userInfo` of an error.
public let NSURLSessionDownloadTaskResumeData = URLSessionDownloadTaskResumeData

extension URLError {
    /// Why a task was cancelled that the program did not cancel.
    public enum BackgroundTaskCancelledReason: Int, Sendable {
        /// The person made the program quit; that never ends a transfer here.
        case userForceQuitApplication
        /// The agent was told to give up all work.
        case backgroundUpdatesDisabled
        /// The machine lacks what the task needs.
        case insufficientSystemResources
    }

    /// Why a task was cancelled; nil when the program did it.
    public var backgroundTaskCancelledReason: BackgroundTaskCancelledReason? {
        (userInfo[NSURLErrorBackgroundTaskCancelledReasonKey] as? Int).flatMap(BackgroundTaskCancelledReason.init)
    }

    /// What `downloadTask(withResumeData:)` goes on with, of a cancelled task and of a failed one alike.
    public var downloadTaskResumeData: Data? {
        userInfo[NSURLSessionDownloadTaskResumeData] as? Data
    }
}
