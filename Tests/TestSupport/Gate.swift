import Synchronization

/// A door that a scripted reply waits at until the test opens it.
public final class Gate: Sendable {
    private let opened = Atomic<Bool>(false)

    public init() {}

    public var isOpen: Bool {
        opened.load(ordering: .acquiring)
    }

    /// Opens it for good; more calls change nothing.
    public func open() {
        opened.store(true, ordering: .releasing)
    }
}
