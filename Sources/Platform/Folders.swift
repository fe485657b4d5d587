internal import Glibc

/// The folders of the person who runs this process, by the XDG Base Directory rules.
public struct Folders: Sendable, Hashable {
    public let home: String

    /// `$XDG_CONFIG_HOME`, else `~/.config`.
    public let configuration: String

    /// `$XDG_STATE_HOME`, else `~/.local/state`.
    public let state: String

    /// `$XDG_CACHE_HOME`, else `~/.cache`.
    public let cache: String

    /// `$XDG_RUNTIME_DIR`, nil when it is not set.
    ///
    /// It may vanish at logout.
    public let runtime: String?

    /// Reads the environment; relative values are ignored, as the rules ask for.
    ///
    /// - Throws: when `HOME` is not set and the password file has no entry for this user either, or `HOME` is no absolute path.
    public init(environment: Environment) throws(SystemError) {
        func absolute(_ name: String) -> String? {
            guard let value = environment[name], value.utf8.first == UInt8(ascii: "/") else { return nil }
            return value
        }
        // HOME is what tests, sudo and containers set: the password file is asked only when there is none.
        let home =
            if let named = environment["HOME"] { named } else { try Self.homeFromPasswordFile() }
        guard home.utf8.first == UInt8(ascii: "/") else { throw SystemError(.invalidArgument, "HOME", path: home) }
        self.home = home
        let base = home == "/" ? "" : home
        configuration = absolute("XDG_CONFIG_HOME") ?? base + "/.config"
        state = absolute("XDG_STATE_HOME") ?? base + "/.local/state"
        cache = absolute("XDG_CACHE_HOME") ?? base + "/.cache"
        runtime = absolute("XDG_RUNTIME_DIR")
    }

    /// The configuration file, unless another one is named.
    public var configurationFile: String { configuration + "/haul/config.toml" }

    /// Makes Haul's own folder for sockets, mode 0700: in the runtime folder if that exists, else in the state folder.
    public func makeRuntimeFolder() throws(SystemError) -> Directory {
        if let runtime, let base = try? Directory.open(runtime), let folder = try? Self.makePrivate("haul", in: base) {
            return folder
        }
        return try Self.makePrivate("run", in: Directory.make(state + "/haul"))
    }

    /// Makes or opens a folder that only this user may enter.
    private static func makePrivate(_ name: String, in parent: Directory) throws(SystemError) -> Directory {
        try parent.makeDirectory(name, mode: 0o700)
        let folder = try parent.openDirectory(name)
        let status = try folder.status()
        guard status.owner == ThisProcess.userID else { throw SystemError(.accessDenied, "openat", path: folder.path) }
        if status.mode & 0o077 != 0 { try folder.setMode(0o700) }
        return folder
    }

    private static func homeFromPasswordFile() throws(SystemError) -> String {
        let home: String? = withUnsafeTemporaryAllocation(of: CChar.self, capacity: 65_536) { buffer in
            var entry = passwd()
            var found: UnsafeMutablePointer<passwd>?
            guard let start = buffer.baseAddress, getpwuid_r(geteuid(), &entry, start, buffer.count, &found) == 0,
                let directory = found?.pointee.pw_dir
            else {
                return nil
            }
            return String(validatingCString: directory)
        }
        guard let home, !home.isEmpty else { throw SystemError(.noSuchFile, "getpwuid_r", path: "HOME") }
        return home
    }
}
