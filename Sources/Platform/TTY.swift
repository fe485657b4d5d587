import Glibc

/// What Haul needs of a terminal device besides ncurses.
public enum TTY {
    public static func isTerminal(_ descriptor: Int32) -> Bool {
        isatty(descriptor) == 1
    }

    /// The size in cells; nil when the device does not know it.
    public static func size(of descriptor: Int32) -> (columns: Int, rows: Int)? {
        var size = winsize()
        guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 else { return nil }
        return (Int(size.ws_col), Int(size.ws_row))
    }

    /// Writes all bytes, through interruptions; false when the terminal does not take them.
    @discardableResult
    public static func write(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count > 0 {
                rest = rest.dropFirst(count)
            } else if errno == EAGAIN {
                var wait = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                // A terminal that takes nothing for a second is not worth waiting for.
                guard poll(&wait, 1, 1_000) > 0 else { return false }
            } else if errno != EINTR {
                return false
            }
        }
        return true
    }

    /// Reads what there is, waiting when there is nothing; empty at the end.
    public static func read(from descriptor: Int32, atMost count: Int) -> [UInt8] {
        var number = 0
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, used in
            repeat { number = Glibc.read(descriptor, buffer.baseAddress, count) } while number < 0 && errno == EINTR
            used = max(0, number)
        }
        return bytes
    }

    /// What a descriptor has to say at this moment.
    public enum Readiness: Sendable, Hashable {
        case quiet, readable, gone
    }

    /// Waits so many milliseconds at most for it to be readable.
    public static func readiness(of descriptor: Int32, within milliseconds: Int32 = 0) -> Readiness {
        var item = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        guard poll(&item, 1, milliseconds) > 0 else { return .quiet }
        if item.revents & Int16(POLLHUP | POLLERR | POLLNVAL) != 0 { return .gone }
        return item.revents & Int16(POLLIN) != 0 ? .readable : .quiet
    }

    /// Takes over the person's locale, but for numbers, and tells whether it is a UTF-8 one.
    public static func adoptLocale() -> Bool {
        guard setlocale(LC_ALL, "") != nil else { return false }
        setlocale(LC_NUMERIC, "C")
        guard let name = nl_langinfo(Int32(CODESET)) else { return false }
        return ["UTF-8", "utf8", "UTF8"].contains(String(cString: name))
    }
}
