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

    /// A variable that is set and not empty.
    public subscript(name: String) -> String? {
        guard let value = variables[name], !value.isEmpty else { return nil }
        return value
    }
}
