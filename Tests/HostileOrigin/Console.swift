import Glibc

enum Console {
    /// A script that waits for the address reads from a pipe.
    static func flush() {
        fflush(nil)
    }
}
