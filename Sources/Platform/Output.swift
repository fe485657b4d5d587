internal import Glibc
internal import Synchronization

/// The program's standard streams, written without a buffer: a line is one `write`.
public enum Output {
    public enum Stream: Int32, Sendable {
        case standard = 1
        case error = 2
    }

    /// Writes all of the text; false when nobody reads any more or the disk is full.
    @discardableResult
    public static func write(_ text: String, to stream: Stream) -> Bool {
        var text = text
        return text.withUTF8 { bytes in
            var rest = bytes[...]
            while !rest.isEmpty {
                let count = Glibc.write(stream.rawValue, UnsafeBufferPointer(rebasing: rest).baseAddress, rest.count)
                if count < 0 {
                    guard errno == EINTR else { return refuse(stream, errno) }
                } else {
                    rest = rest.dropFirst(count)
                }
            }
            return true
        }
    }

    /// Writes bytes as they are; false when nobody reads any more or the disk is full.
    public static func write(_ bytes: [UInt8], to stream: Stream) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(stream.rawValue, $0.baseAddress, $0.count) }
            if count < 0 {
                guard errno == EINTR else { return refuse(stream, errno) }
            } else {
                rest = rest.dropFirst(count)
            }
        }
        return true
    }

    /// Why standard output took no more; nil while it takes all, and when whoever read it has had enough.
    public static var fault: SystemError? {
        let number = refusal.load(ordering: .relaxed)
        return number == 0 ? nil : SystemError(errno: number, "write", path: "standard output")
    }

    private static let refusal = Atomic<Int32>(0)

    private static func refuse(_ stream: Stream, _ number: Int32) -> Bool {
        if stream == .standard, number != EPIPE { refusal.store(number, ordering: .relaxed) }
        return false
    }

    public static func isTerminal(_ stream: Stream) -> Bool {
        isatty(stream.rawValue) == 1
    }

    /// Columns and rows of the terminal behind a stream; nil when it is none.
    public static func size(_ stream: Stream) -> (columns: Int, rows: Int)? {
        var size = winsize()
        guard ioctl(stream.rawValue, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 else { return nil }
        return (Int(size.ws_col), Int(size.ws_row))
    }

    /// Ends the program at once, without what libraries want to do at exit: state is stored by then.
    public static func exit(_ status: Int32) -> Never {
        _exit(status)
    }
}
