import Dispatch
import Foundation
import FoundationNetworking

/// What a session asks of the agent, one thing after the other, in the order in which the program asked.
final class Outbox: Sendable {
    private let letters: AsyncStream<@Sendable () async -> Void>.Continuation

    /// How long a call may hold up its program.
    private static let patience = DispatchTimeInterval.seconds(5)

    init() {
        let (stream, letters) = AsyncStream<@Sendable () async -> Void>.makeStream()
        self.letters = letters
        Task { for await letter in stream { await letter() } }
    }

    /// Does something when everything before it has been done.
    func post(_ letter: @escaping @Sendable () async -> Void) {
        guard case .terminated = letters.yield(letter) else { return }
        // The session is over: there is no order to be kept any more, only answers to be given.
        Task { await letter() }
    }

    /// Does something, and waits for it a while where that harms nobody.
    ///
    /// So a program may end just after it has started a task. Not within a Swift task on another thread than the main one: those threads are few,
    /// and what is waited for needs one of them.
    func postAndWait(_ letter: @escaping @Sendable () async -> Void) {
        guard Thread.isMainThread || withUnsafeCurrentTask(body: { $0 == nil }) else { return post(letter) }
        let done = DispatchSemaphore(value: 0)
        post {
            await letter()
            done.signal()
        }
        _ = done.wait(timeout: .now() + Self.patience)
    }

    /// Ends it when everything has been done.
    func close() {
        letters.finish()
    }
}
