/// What a terminal tells a program.
public enum Input: Sendable, Hashable {
    case key(Key)
    /// Text that was pasted in one go.
    case paste(String)
    case focus(Bool)
    case resize(Size)
    case mouse(Mouse)
    /// Somebody asked from outside that the program stops (`SIGTSTP`).
    case suspend
    /// Somebody asked from outside that the configuration is read again (`SIGUSR1`).
    case reload
    /// Somebody asked from outside that the program ends; the signal's number.
    case terminate(Int32)
    /// The terminal is gone: nothing can be read or written any more.
    case hangup
}
