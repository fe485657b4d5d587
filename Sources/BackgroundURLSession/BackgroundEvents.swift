package import BackgroundTransfer
import Dispatch
import Foundation
import Synchronization

/// What stands for `application(_:handleEventsForBackgroundURLSession:completionHandler:)`.
public enum BackgroundEvents {
    /// Is given the session's identifier, and what to call when its events have been dealt with.
    public typealias Handler = @MainActor (_ identifier: String, _ completionHandler: @escaping @Sendable () -> Void) -> Void

    private static let current = Mutex<Handler?>(nil)

    /// Called once, if the agent started this process since events of a session wait; never otherwise.
    ///
    /// Set on the main thread it is called before the assignment returns, elsewhere on the main queue, which needs a running main loop. It should
    /// make the session with that identifier and keep the completion handler for `urlSessionDidFinishEvents(forBackgroundURLSession:)`. The
    /// completion handler may be called from anywhere; a second call is ignored and noted on standard error. When it is dropped without a call, the
    /// agent takes the launch for abandoned, and the next one comes later.
    public static var handler: Handler? {
        get { current.withLock { $0 } }
        set {
            current.withLock { $0 = newValue }
            guard let newValue, let completion = LaunchCompletion(BackgroundLaunch.claim()) else { return }
            call(newValue, completion)
        }
    }

    static func call(_ handler: @escaping Handler, _ completion: LaunchCompletion) {
        let identifier = completion.sessionIdentifier
        if Thread.isMainThread {
            MainActor.assumeIsolated { handler(identifier) { completion.complete() } }
        } else {
            DispatchQueue.main.async { handler(identifier) { completion.complete() } }
        }
    }
}

/// A launch that may be completed by a closure: that can be called twice, which the launch itself cannot.
package final class LaunchCompletion: Sendable {
    package let sessionIdentifier: String
    private let launch: Mutex<BackgroundLaunch?>

    /// Nil when there is no launch.
    package init?(_ launch: consuming BackgroundLaunch?) {
        guard let launch else { return nil }
        sessionIdentifier = launch.sessionIdentifier
        self.launch = Mutex(launch)
    }

    package func complete() {
        guard let launch = take() else {
            return Notes.write("The completion handler of '\(sessionIdentifier)' was called again; one call is enough.")
        }
        launch.complete()
    }

    private func take() -> BackgroundLaunch? {
        launch.withLock { launch in
            let taken = launch.take()
            return taken
        }
    }
}
