import TestSupport
import Testing

/// Runs assets/setup.sh with package managers of its own that only write down what they are asked.
@Suite struct SetupScriptTests {
    let script = #filePath.split(separator: "/").dropLast(3).map { "/" + $0 }.joined() + "/assets/setup.sh"

    /// A PATH on which there is only this package manager, with nothing or everything installed.
    func machine(_ manager: String, isComplete: Bool, isRoot: Bool) throws -> TemporaryDirectory {
        let folder = try TemporaryDirectory()
        let answer = isComplete ? "printf installed; exit 0" : "exit 1"
        var programs = [
            "id": "echo \(isRoot ? 0 : 1000)", "env": "shift; exec \"$@\"", "sudo": "echo sudo; exec \"$@\"",
            "dpkg-query": answer, "rpm": answer, "tool": "echo ran; printf '<%s>\\n' \"$@\"",
        ]
        programs[manager] = manager == "pacman" ? "[ \"$1\" = -T ] && { \(answer); }; echo pacman \"$@\"" : "echo \(manager) \"$@\""
        for (name, body) in programs { try folder.write("#!/bin/sh\n\(body)\n", to: name) }
        _ = run("chmod +x \(folder.path)/*")
        return folder
    }

    func setUp(_ folder: TemporaryDirectory, _ arguments: String) -> (status: Int32, output: String) {
        run("PATH=\(folder.path) /bin/sh \(script) \(arguments)")
    }

    @Test(arguments: ["apt-get", "dnf", "pacman"])
    func `nothing missing is silent, asks for no rights, and the command runs with its arguments`(manager: String) throws {
        guard !exists("dnf"), !exists("pacman") else { return }
        let (status, output) = setUp(try machine(manager, isComplete: true, isRoot: false), "tool 'a b' c")
        #expect(status == 0)
        #expect(output == "ran\n<a b>\n<c>\n")
    }

    @Test(arguments: [("apt-get", "libsqlite3-dev"), ("dnf", "sqlite-devel"), ("pacman", "sqlite")])
    func `what is missing is installed by the package manager there is`(manager: String, package: String) throws {
        guard !exists("dnf"), !exists("pacman") else { return }
        let (status, output) = setUp(try machine(manager, isComplete: false, isRoot: false), "tool")
        #expect(status == 0)
        #expect(output.contains("\(manager) ") && output.contains(" \(package) ") && output.contains("sudo\n"))
        #expect(!output.contains(" tmux"))
        #expect(output.hasSuffix("ran\n<>\n"))
    }

    @Test func `root needs no sudo and tests need more`() throws {
        let (status, output) = setUp(try machine("apt-get", isComplete: false, isRoot: true), "--test tool")
        #expect(status == 0)
        #expect(!output.contains("sudo\n"))
        // Programs that the machine has anyway are not asked for.
        #expect(output.contains(" fish") && output.contains(" libcurl4-openssl-dev "))
    }

    @Test func `the status is that of the command`() throws {
        let folder = try machine("apt-get", isComplete: true, isRoot: false)
        try folder.write("#!/bin/sh\nexit 7\n", to: "tool")
        #expect(setUp(folder, "tool").status == 7)
        #expect(setUp(folder, "").status == 0)
    }
}
