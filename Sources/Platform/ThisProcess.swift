internal import CLinux
internal import Glibc

/// What this process knows of itself and of the boot it runs in.
public enum ThisProcess {
    public static var id: Int32 {
        getpid()
    }

    public static var userID: UInt32 {
        geteuid()
    }

    /// The path of the program that runs; nil when it has been replaced or removed since.
    public static var program: String? {
        var buffer = [UInt8](repeating: 0, count: 4096)
        let count = buffer.withUnsafeMutableBytes { bytes in
            guard let start = bytes.baseAddress else { return -1 }
            return readlink("/proc/self/exe", start.assumingMemoryBound(to: CChar.self), bytes.count)
        }
        guard count > 0, count < buffer.count, let path = String(validating: buffer[..<count], as: UTF8.self) else { return nil }
        return isProgram(path) ? path : nil
    }

    /// Whether a path leads to a file that this user may run.
    public static func isProgram(_ path: String) -> Bool {
        path.isCPath && (try? FileStatus.of(path: path))?.kind == .regular && access(path, X_OK) == 0
    }

    /// Whether this user may write to what a path leads to, or make files in that folder.
    public static func canWrite(_ path: String) -> Bool {
        path.isCPath && access(path, W_OK) == 0
    }

    /// Whether a descriptor of this number leads to a terminal.
    public static func isTerminal(_ descriptor: Int32) -> Bool {
        isatty(descriptor) == 1
    }

    /// The text that names this boot of the machine; nil where `/proc` is not there.
    public static func bootID() -> String? {
        firstLine(of: "/proc/sys/kernel/random/boot_id")
    }

    /// How many processors are at work in the machine; at least 1.
    public static var processors: Int { max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))) }

    /// The permission bits that new files don't get.
    ///
    /// Read from `/proc`, because `umask` can only be read by setting it, which other threads would see. 022 where that fails.
    /// Once: nothing here sets it.
    public static let fileModeMask: UInt32 = {
        guard let file = try? File.open("/proc/self/status", .read), let bytes = try? file.read(atMost: 4096) else { return 0o022 }
        for line in bytes.split(separator: UInt8(ascii: "\n")) where line.starts(with: "Umask:".utf8) {
            let digits = String(decoding: line.dropFirst(6), as: UTF8.self).filter { $0.isNumber }
            return UInt32(digits, radix: 8) ?? 0o022
        }
        return 0o022
    }()

    /// The folder that relative paths start from; `/` when it is gone.
    public static var workingFolder: String {
        guard let path = getcwd(nil, 0) else { return "/" }
        defer { free(path) }
        return String(cString: path)
    }

    /// A path made absolute, without its `.` and empty components; `..` stays, since links decide what it means.
    public static func absolutePath(_ path: String) -> String {
        let whole = path.hasPrefix("/") ? path : workingFolder + "/" + path
        return "/" + whole.split(separator: "/").filter { $0 != "." }.joined(separator: "/")
    }

    /// Deletes a file; one that is gone already is no error.
    ///
    /// The corresponding C function is `unlink`.
    public static func removeFile(_ path: String) throws(SystemError) {
        do throws(SystemError) {
            try retrying("unlink", path: path) { unlink(path) }
        } catch {
            guard error.code == .init(rawValue: ENOENT) else { throw error }
        }
    }

    /// Lets all threads share two heaps instead of one each: a short run makes ten threads and would pay for as many.
    ///
    /// The corresponding C function is `mallopt` with `M_ARENA_MAX`.
    public static func shareHeaps() {
        mallopt(M_ARENA_MAX, 2)
    }

    /// Lets this process have as many files and sockets open as it ever may, within reason.
    ///
    /// The corresponding C function is `setrlimit` with `RLIMIT_NOFILE`.
    public static func raiseDescriptorLimit() {
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return }
        let wanted = min(limit.rlim_max, 65_536)
        guard wanted > limit.rlim_cur else { return }
        limit.rlim_cur = wanted
        // Refused, it works with what it has.
        setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    }

    /// How many more descriptors this process may have; nil where that cannot be told.
    public static func freeDescriptors() -> Int? {
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0, let folder = try? Directory.open("/proc/self/fd"),
            let names = try? folder.names()
        else { return nil }
        return Int(clamping: limit.rlim_cur) - names.count
    }

    /// The program's own words of the command line, without its name.
    public static var arguments: [String] {
        Array(CommandLine.arguments.dropFirst())
    }

    /// Covers bytes of the command line with stars, where other people can read it (`/proc/PID/cmdline`).
    ///
    /// - Parameter ranges: for each word behind the program's name, which of its bytes; those beyond its end are left out.
    public static func hideArguments(_ ranges: [Range<Int>]) {
        // Read once before: what the program itself knows of its words stays.
        let known = CommandLine.arguments
        for (number, range) in ranges.enumerated() where number + 1 < known.count {
            guard let word = CommandLine.unsafeArgv[number + 1] else { continue }
            for place in range.clamped(to: 0..<strlen(word)) { word[place] = CChar(bitPattern: UInt8(ascii: "*")) }
        }
    }

    /// Asks for a secret on the terminal without showing it (getpass(3)); nil where there is no terminal.
    public static func askForSecret(_ prompt: String) -> String? {
        getpass(prompt).map { String(cString: $0) }
    }

    private static func firstLine(of path: String) -> String? {
        guard let file = try? File.open(path, .read), let bytes = try? file.read(atMost: 256) else { return nil }
        let line = String(decoding: bytes.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
        return line.isEmpty ? nil : line
    }
}
