import Platform
import Testing
import TestSupport

@Suite struct FoldersTests {
    @Test func `folders follow HOME`() throws {
        let folders = try Folders(environment: Environment(["HOME": "/home/ada"]))
        #expect(folders.configuration == "/home/ada/.config")
        #expect(folders.state == "/home/ada/.local/state")
        #expect(folders.cache == "/home/ada/.cache")
        #expect(folders.runtime == nil)
    }

    @Test func `XDG variables win when they are absolute`() throws {
        let environment = Environment([
            "HOME": "/h", "XDG_CONFIG_HOME": "/c", "XDG_STATE_HOME": "relative", "XDG_CACHE_HOME": "", "XDG_RUNTIME_DIR": "/run/user/1",
        ])
        let folders = try Folders(environment: environment)
        #expect(folders.configuration == "/c")
        #expect(folders.state == "/h/.local/state")
        #expect(folders.cache == "/h/.cache")
        #expect(folders.runtime == "/run/user/1")
    }

    @Test func `the password file is asked only when there is no HOME`() throws {
        #expect(try Folders(environment: Environment([:])).home.hasPrefix("/"))
        #expect(throws: SystemError.self) { try Folders(environment: Environment(["HOME": "relative"])) }
        #expect(try Folders(environment: Environment(["HOME": "/"])).state == "/.local/state")
    }

    @Test func `the runtime folder is private, and in the state folder when there is no other`() throws {
        let folder = try TemporaryFolder()
        var environment = Environment(["HOME": folder.path, "XDG_RUNTIME_DIR": folder.path + "/gone"])
        let fallback = try Folders(environment: environment).makeRuntimeFolder()
        #expect(fallback.path == folder.path + "/.local/state/haul/run")
        try folder.directory.makeDirectory("gone")
        try Directory.open(folder.path + "/gone").makeDirectory("haul", mode: 0o777)
        environment.variables["HOME"] = folder.path
        let runtime = try Folders(environment: environment).makeRuntimeFolder()
        #expect(runtime.path == folder.path + "/gone/haul")
        #expect(try runtime.status().mode == 0o700)
        #expect(try fallback.status().mode == 0o700)
    }

    @Test func `this process knows itself`() {
        #expect(ThisProcess.id > 0)
        #expect(ThisProcess.fileModeMask <= 0o777)
        #expect(ThisProcess.bootID()?.utf8.count == 36)
        #expect(Environment.current()["PATH"] != nil)
        #expect(Environment(["EMPTY": ""])["EMPTY"] == nil)
    }
}
