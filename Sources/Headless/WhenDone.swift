/// What the machine is to do when all downloads are done.
public enum WhenDone: String, Sendable, Hashable, CaseIterable {
    case suspend, poweroff, off

    /// As the end of a sentence.
    public var words: String {
        switch self {
        case .suspend: "the machine is suspended"
        case .poweroff: "the machine is switched off"
        case .off: "nothing special happens"
        }
    }
}
