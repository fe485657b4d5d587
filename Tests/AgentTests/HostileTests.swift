import Agent
import DownloadCore
import Glibc
import Platform
import Testing
import TestSupport

/// Every trick that one address can show (`Tests/CASES.md`), through the real transport, agent and documents directory.
@Suite struct HostileTests {
    @Test(.serialized, arguments: HostileCase.resumes)
    func `whatever becomes of a range, the right bytes or a clear error`(_ trick: HostileCase) async throws {
        for connections in [1, 4] { try await judge(trick, connections) }
    }

    @Test(.serialized, arguments: HostileCase.lengths)
    func `whatever length is told, the right bytes or a clear error`(_ trick: HostileCase) async throws {
        try await judge(trick, 4)
    }

    @Test(.serialized, arguments: HostileCase.names)
    func `whatever name is told, one harmless name in the folder`(_ trick: HostileCase) async throws {
        let published = try #require(try await judge(trick, 1))
        let name = String(published.split(separator: "/").last ?? "")
        #expect(!name.hasPrefix(".") && !name.hasPrefix("-") && name.utf8.count <= 255, "\(name)")
        let isHarmless = name.unicodeScalars.allSatisfy { scalar in
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator: false
            default: scalar != "\\" && scalar != "\u{FFFD}"
            }
        }
        #expect(isHarmless, "\(name.unicodeScalars.map { $0.value })")
        #expect(Array(name.utf8) == Array(name.utf8).filter { $0 != 0 })
        // Composed, as everybody else writes it (B115).
        if trick.name == "names/decomposed" { #expect(Array(name.utf8) == Array("\u{E4}.bin".utf8)) }
        #expect(access("/tmp/haul-escaped", F_OK) != 0)
    }

    @Test(.serialized, arguments: HostileCase.redirects)
    func `wherever a redirect leads, the right bytes or a clear error`(_ trick: HostileCase) async throws {
        try await judge(trick, 1)
    }

    @Test(.serialized, arguments: HostileCase.networks)
    func `whatever becomes of the connection, the right bytes or a clear error`(_ trick: HostileCase) async throws {
        try await judge(trick, 4)
    }

    /// Runs a case to its end; returns the path of the file, when one is right.
    @discardableResult
    private func judge(_ trick: HostileCase, _ connections: Int) async throws -> String? {
        let origin = try Origin()
        let bench = try await Workbench()
        var request = DownloadRequest(urls: [trick.install(on: origin)])
        request.maximumConnections = connections
        request.stallTimeout = .seconds(1)
        request.retry = RetryPolicy(tries: 4, firstDelay: .milliseconds(5), longestDelay: .milliseconds(20))
        if trick.isAboutName { request.outputTemplate = "{name}" }
        let (id, state) = try await bench.run(request)
        await bench.stop()
        origin.stop()
        let folder = bench.folder.appending("docs")
        let names = try Directory.open(folder).names().filter { $0 != ".haul" }
        switch (trick.outcome, state) {
        case (.file(let contents), .finished(let file)):
            #expect(names.map { folder + "/" + $0 } == [file.path])
            #expect(contents.contains { Self.has(file.path, $0) }, "\(trick) with \(connections): wrong bytes, \(file.bytes) of them")
            #expect(try Directory.open(bench.folder.path).names() == ["docs"], "\(trick) wrote outside of its folder")
            return file.path
        case (.failure(let codes), .failed(let failure)):
            #expect(codes.contains(failure.code.rawValue), "\(trick) with \(connections): \(failure)")
            #expect(!failure.detail.isEmpty && failure.detail.unicodeScalars.allSatisfy { $0.value >= 32 })
            #expect(names.isEmpty)
        default:
            Issue.record(
                "\(trick) with \(connections) ended as \(state) after \(origin.log.map { ($0.range ?? "all", $0.status ?? 0) }), \(bench.events(of: id))"
            )
        }
        return nil
    }

    static func has(_ path: String, _ content: TestSupport.Reply.Content) -> Bool {
        switch content {
        case .generated(let generated): generated.firstDifference(fileAt: path) == nil
        case .bytes(let bytes): readFile(path) == bytes
        }
    }
}
