public import Platform
import Synchronization

/// A folder of its own for one test, removed with all that is in it at the end.
public final class TemporaryFolder: Sendable {
    private static let count = Mutex(0)

    public let directory: Directory

    public var path: String {
        directory.path
    }

    public init(in base: String = Environment.current()["TMPDIR"] ?? "/tmp") throws {
        let number = Self.count.withLock { count in
            count += 1
            return count
        }
        let path = "\(base)/haul-test-\(ThisProcess.id)-\(number)-\(UInt32.random(in: 0...UInt32.max))"
        directory = try Directory.make(path)
    }

    deinit {
        try? Self.empty(directory)
        let parent = path.split(separator: "/").dropLast().joined(separator: "/")
        if let name = path.split(separator: "/").last {
            try? Directory.open("/" + parent).removeDirectory(String(name))
        }
    }

    private static func empty(_ directory: Directory) throws {
        for name in try directory.names() {
            if try directory.status(of: name)?.kind == .directory {
                try empty(directory.openDirectory(name))
                try directory.removeDirectory(name)
            } else {
                try directory.remove(name)
            }
        }
    }
}
