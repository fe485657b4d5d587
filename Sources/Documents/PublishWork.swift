internal import DownloadCore

/// One intent on its way through the steps of a publish.
struct PublishWork {
    let intent: PublishIntent
    var place: PublishPlace?

    /// The file that is renamed; nil when an earlier call has renamed it already.
    var part: Part?

    /// Set as soon as nothing more is to be done.
    var outcome: Result<PublishOutcome, Failure>?

    init(_ intent: PublishIntent) {
        self.intent = intent
    }

    /// Does a step, unless it is over already.
    mutating func attempt(_ step: (inout PublishWork) throws(Failure) -> Void) {
        guard outcome == nil else { return }
        do throws(Failure) {
            try step(&self)
        } catch {
            outcome = .failure(error)
        }
    }
}
