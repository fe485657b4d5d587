/// What a machine can be ordered to do when all is done.
public enum PowerOrder: String, Sendable, Hashable {
    case suspend, poweroff
}
