import Glibc
import Synchronization
import TestSupport
import Testing

/// A terminal device whose other side is this test: it collects what a program draws and types keys.
final class PseudoTerminal: Sendable {
    /// TIOCSPTLCK and TIOCGPTN (ioctl_tty(2)), which Glibc's module does not show.
    private static let unlock: UInt = 0x4004_5431
    private static let number: UInt = 0x8004_5430

    /// The path of the side that a program gets.
    let path: String
    private let master: Int32
    /// Held open, so that the device keeps its settings when the program is gone.
    private let slave: Int32
    private let seen = Mutex(Seen())
    private let isHungUp = Mutex(false)

    private struct Seen {
        /// What was drawn since the last `forget`.
        var bytes: [UInt8] = []

        /// What the screen shows of all that was drawn before `rest`.
        var screen = VirtualScreen(width: 80, height: 24)
        var rest: [UInt8] = []
    }

    init(columns: UInt16 = 100, rows: UInt16 = 30) throws(PosixError) {
        master = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC | O_NONBLOCK)
        guard master >= 0 else { throw PosixError("open /dev/ptmx") }
        var zero: Int32 = 0
        var index: Int32 = 0
        guard ioctl(master, Self.unlock, &zero) == 0, ioctl(master, Self.number, &index) == 0 else { throw PosixError("ioctl") }
        path = "/dev/pts/\(index)"
        slave = open(path, O_RDWR | O_NOCTTY | O_CLOEXEC)
        guard slave >= 0 else { throw PosixError("open \(path)") }
        resize(columns: columns, rows: rows)
    }

    deinit {
        close(slave)
        hangUp()
    }

    /// Closes this side, as a terminal whose window is closed.
    func hangUp() {
        isHungUp.withLock { isHungUp in
            if !isHungUp { close(master) }
            isHungUp = true
        }
    }

    /// Sets the size; the kernel tells the program.
    func resize(columns: UInt16, rows: UInt16) {
        var size = winsize(ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
        _ = ioctl(master, UInt(TIOCSWINSZ), &size)
        // Whoever draws on it begins anew after that.
        seen.withLock { $0.screen = VirtualScreen(width: Int(columns), height: Int(rows)) }
    }

    /// The line settings as comparable bytes.
    var settings: [UInt8] {
        var value = termios()
        tcgetattr(slave, &value)
        return withUnsafeBytes(of: &value) { Array($0) }
    }

    func type(_ keys: String) {
        let bytes = Array(keys.utf8)
        _ = write(master, bytes, bytes.count)
    }

    /// Types a lot, while reading what is drawn.
    func paste(_ bytes: [UInt8]) async throws {
        var rest = bytes[...]
        try await eventually("all is typed") {
            let count = rest.withUnsafeBytes { write(master, $0.baseAddress, $0.count) }
            if count > 0 { rest = rest.dropFirst(count) }
            _ = drawn
            return rest.isEmpty
        }
    }

    /// All that was drawn so far.
    var output: String { String(decoding: drawn, as: UTF8.self) }

    /// The same as bytes.
    var drawn: [UInt8] {
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        return seen.withLock { seen in
            while true {
                let count = buffer.withUnsafeMutableBytes { read(master, $0.baseAddress, $0.count) }
                guard count > 0 else { break }
                seen.bytes.append(contentsOf: buffer[..<count])
                seen.rest.append(contentsOf: buffer[..<count])
            }
            return seen.bytes
        }
    }

    /// What the screen shows now.
    var screen: VirtualScreen {
        _ = drawn
        return seen.withLock { seen in
            seen.screen.feed(seen.rest)
            seen.rest = []
            return seen.screen
        }
    }

    func forget() {
        _ = drawn
        seen.withLock { $0.bytes = [] }
    }

    /// Waits until the screen fulfils a condition and returns it.
    @discardableResult
    func wait(
        for condition: String,
        timeout: Duration = .seconds(15),
        _ holds: (VirtualScreen) -> Bool
    ) async throws -> VirtualScreen {
        do {
            return try await eventually(condition, timeout: timeout) {
                let screen = screen
                return holds(screen) ? screen : nil
            }
        } catch {
            Issue.record("\(condition):\n\(screen.text)")
            throw error
        }
    }

    /// Waits until a text has been drawn since the last `forget`.
    func wait(for text: String, timeout: Duration = .seconds(10)) async throws {
        try await eventually("\(text) is drawn", timeout: timeout) { output.contains(text) }
    }
}
