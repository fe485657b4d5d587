import Glibc
import TestSupport

/// A program that a test runs to judge an output, where the machine has it.
enum ChildProcess {
    struct Result: Sendable, Hashable {
        var status: Int32
        var output: String
    }

    static func isPresent(_ name: String) -> Bool {
        let folders = getenv("PATH").map { String(cString: $0) } ?? ""
        return folders.split(separator: ":").contains { access("\($0)/\(name)", X_OK) == 0 }
    }

    /// Runs a program with both outputs going to one file, and waits for its end.
    static func run(_ words: [String]) throws -> Result {
        let folder = try TemporaryDirectory("headless")
        let output = folder.appending("output")
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_addopen(&actions, 1, output, O_WRONLY | O_CREAT, 0o600)
        posix_spawn_file_actions_adddup2(&actions, 1, 2)
        let arguments = words.map { strdup($0) } + [nil]
        defer { for argument in arguments { free(argument) } }
        var child: pid_t = 0
        let failure = posix_spawnp(&child, words.first ?? "", &actions, nil, arguments, environ)
        guard failure == 0 else { return Result(status: -1, output: String(cString: strerror(failure))) }
        var status: Int32 = 0
        while waitpid(child, &status, 0) < 0, errno == EINTR {}
        return Result(status: status, output: String(decoding: readFile(output) ?? [], as: UTF8.self))
    }
}
