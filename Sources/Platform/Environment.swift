internal import CLinux
internal import Glibc

/// The environment variables, as a value that tests can make up.
public struct Environment: Sendable, Hashable {
    public var variables: [String: String]

    public init(_ variables: [String: String]) {
        self.variables = variables
    }

    /// What this process was started with; variables that are not UTF-8 are left out.
    public static func current() -> Environment {
        var variables: [String: String] = [:]
        var next = clinux_environ()
        while let slot = next, let entry = slot.pointee {
            if let text = String(validatingCString: entry), let equals = text.firstIndex(of: "=") {
                variables[String(text[..<equals])] = String(text[text.index(after: equals)...])
            }
            next = slot + 1
        }
        return Environment(variables)
    }

    /// The first program of a name in the folders of `PATH`; folders that are not absolute are left out.
    public func program(_ name: String) -> String? {
        let folders = (self["PATH"] ?? "/usr/local/bin:/usr/bin:/bin").split(separator: ":")
        return folders.filter { $0.hasPrefix("/") }.map { "\($0)/\(name)" }.first(where: ThisProcess.isProgram)
    }

    /// A variable that is set and not empty.
    public subscript(name: String) -> String? {
        guard let value = variables[name], !value.isEmpty else { return nil }
        return value
    }

    /// Takes a variable out of this process's own environment, so that programs it starts do not inherit it.
    ///
    /// The corresponding C function is `unsetenv`; only what runs early calls it, since C code on other threads may be reading the environment.
    public static func remove(_ name: String) {
        unsetenv(name)
    }

    /// Puts a variable into this process's own environment; with the same care.
    ///
    /// The corresponding C function is `setenv`.
    public static func set(_ name: String, _ value: String) {
        setenv(name, value, 1)
    }
}
