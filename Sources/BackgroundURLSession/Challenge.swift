import BackgroundTransfer
import Foundation
import FoundationNetworking

extension SessionEngine {
    /// Asks the delegate for the name and the password that a task waits for.
    ///
    /// The answer may come later: the other events of the session do not wait for it. Should the program end before it answers, the next session asks again.
    func challenge(_ task: BackgroundDownloadTask, _ remote: DownloadTask) async {
        // The event and the look at the tasks that are there may both bring it.
        guard book.beginChallenge(remote) else { return }
        let question = URLAuthenticationChallenge.of(task)
        await tell { session, delegate in
            guard let delegate = delegate as? any URLSessionTaskDelegate else {
                return self.answer(task, remote, .performDefaultHandling, nil)
            }
            delegate.urlSession(session, task: task, didReceive: question) { disposition, credential in
                self.answer(task, remote, disposition, credential)
            }
        }
    }

    private func answer(
        _ task: BackgroundDownloadTask,
        _ remote: DownloadTask,
        _ disposition: URLSession.AuthChallengeDisposition,
        _ credential: URLCredential?
    ) {
        if disposition == .useCredential, let user = credential?.user, let password = credential?.password {
            return ask(task) { remote in
                // Should the server refuse these as well, that is another question.
                self.book.endChallenge(remote)
                await self.provide(DownloadCredential(user: user, password: password), for: remote)
            }
        }
        if disposition != .cancelAuthenticationChallenge {
            let url = task.originalRequest?.url
            let verdict = URLError(.userAuthenticationRequired, "The server wants a name and a password, and there are none.", url)
            task.withFacts { $0.verdict = verdict }
        }
        task.cancel()
    }
}

extension URLAuthenticationChallenge {
    /// What a task is asked that waits for a name and a password.
    fileprivate static func of(_ task: BackgroundDownloadTask) -> URLAuthenticationChallenge {
        let url = task.originalRequest?.url
        let isSecure = url?.scheme?.lowercased() == "https"
        let space = URLProtectionSpace(
            host: url?.host ?? "",
            port: url?.port ?? (isSecure ? 443 : 80),
            protocol: isSecure ? "https" : "http",
            realm: nil,
            authenticationMethod: NSURLAuthenticationMethodHTTPBasic
        )
        return URLAuthenticationChallenge(
            protectionSpace: space,
            proposedCredential: nil,
            previousFailureCount: 0,
            failureResponse: task.response,
            error: nil,
            sender: NoSender()
        )
    }
}

/// Stands where the initialiser wants a sender: answers go to the completion handler, as with every URLSession.
private final class NoSender: NSObject, URLAuthenticationChallengeSender {
    func use(_ credential: URLCredential, for challenge: URLAuthenticationChallenge) {}
    func continueWithoutCredential(for challenge: URLAuthenticationChallenge) {}
    func cancel(_ challenge: URLAuthenticationChallenge) {}
    func performDefaultHandling(for challenge: URLAuthenticationChallenge) {}
    func rejectProtectionSpaceAndContinue(with challenge: URLAuthenticationChallenge) {}
}
