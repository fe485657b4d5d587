import Glibc
import TestSupport

/// Finds programs: the `haul` that was built with these tests, and those that the system has.
enum Program {
    /// `HAUL_BINARY`, else the one beside the test bundle.
    static let haul: String = {
        if let named = getenv("HAUL_BINARY") { return String(cString: named) }
        let maps = readFile("/proc/self/maps").map { String(decoding: $0, as: UTF8.self) } ?? ""
        for line in maps.split(separator: "\n") where line.hasSuffix(".xctest") {
            guard let start = line.firstIndex(of: "/"), let end = line.lastIndex(of: "/") else { continue }
            return line[start..<end] + "/haul"
        }
        return "haul"
    }()

    /// The path of a program that was built together with `haul`.
    static func named(beside name: String) -> String {
        haul.split(separator: "/").dropLast().reduce("") { $0 + "/" + $1 } + "/" + name
    }

    /// The path of a program of the system; nil when it is not installed.
    static func named(_ name: String) -> String? {
        let path = getenv("PATH").map { String(cString: $0) } ?? "/usr/bin:/bin"
        for folder in path.split(separator: ":").map(String.init) + ["/usr/sbin", "/sbin"] where access("\(folder)/\(name)", X_OK) == 0 {
            return "\(folder)/\(name)"
        }
        return nil
    }

    static func has(_ name: String) -> Bool {
        named(name) != nil
    }

    static var isRoot: Bool { geteuid() == 0 }
}
