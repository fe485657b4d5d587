import Glibc

/// A terminal device for a program to draw on that nobody looks at: what comes is read and dropped.
public final class DrainedTerminal: Sendable {
    /// TIOCSPTLCK and TIOCGPTN (ioctl_tty(2)), which Glibc's module does not show.
    private static let unlock: UInt = 0x4004_5431
    private static let number: UInt = 0x8004_5430

    /// The path of the side that a program gets.
    public let path: String
    private let slave: Int32

    /// Makes one of so many cells.
    ///
    /// - Throws: the errno of the call that failed.
    public init(columns: UInt16 = 120, rows: UInt16 = 40) throws(PosixError) {
        let master = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
        guard master >= 0 else { throw PosixError("open /dev/ptmx") }
        var zero: Int32 = 0
        var index: Int32 = 0
        var size = winsize(ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
        guard ioctl(master, Self.unlock, &zero) == 0, ioctl(master, Self.number, &index) == 0,
            ioctl(master, UInt(TIOCSWINSZ), &size) == 0
        else {
            close(master)
            throw PosixError("ioctl")
        }
        path = "/dev/pts/\(index)"
        slave = open(path, O_RDWR | O_NOCTTY | O_CLOEXEC)
        guard slave >= 0 else {
            close(master)
            throw PosixError("open \(path)")
        }
        startThread {
            // Ends when nobody has the other side open any more.
            var buffer = [UInt8](repeating: 0, count: 1 << 16)
            while read(master, &buffer, buffer.count) > 0 {}
            close(master)
        }
    }

    deinit {
        close(slave)
    }
}
