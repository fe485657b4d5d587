import Platform
import TestSupport
import Testing

/// What the compiler itself forbids.
@Suite struct ConsumptionTests {
    private static let compiler = Environment.current().program("swiftc")

    /// The folder of the modules that these tests were built with.
    private static let modules: String? = {
        let maps = readFile("/proc/self/maps").map { String(decoding: $0, as: UTF8.self) } ?? ""
        for line in maps.split(separator: "\n") where line.hasSuffix(".xctest") {
            guard let start = line.firstIndex(of: "/"), let end = line.lastIndex(of: "/") else { continue }
            return line[start..<end] + "/Modules"
        }
        return nil
    }()

    /// Compiles a program that uses the library; what the compiler says.
    private func compile(_ body: String) async throws -> (ending: ChildProcess.Ending?, words: String) {
        let folder = try TemporaryFolder()
        let source = folder.path + "/main.swift"
        try writeFile("import BackgroundTransfer\n" + body + "\n", to: source)
        let root = #filePath.split(separator: "/").dropLast(3).map { "/" + $0 }.joined()
        var plan = ChildProcess.Plan(
            program: Self.compiler ?? "",
            arguments: [
                // Consumption is looked at behind the type check.
                "-emit-sil", "-o", "/dev/null", "-swift-version", "6", "-module-cache-path", folder.path + "/cache",
                "-I", Self.modules ?? "", "-Xcc", "-fmodule-map-file=\(root)/Sources/CLinux/module.modulemap", source,
            ],
            environment: .current()
        )
        plan.log = folder.path + "/words"
        let ending = await (try ChildProcess(plan)).ended()
        return (ending, readFile(folder.path + "/words").map { String(decoding: $0, as: UTF8.self) } ?? "")
    }

    @Test(.enabled(if: compiler != nil && modules != nil))
    func `row 62: a launch that is completed twice does not compile`() async throws {
        let once = try await compile("if let launch = BackgroundLaunch.claim() { launch.complete() }")
        #expect(once.ending == .exited(0), "\(once.words)")
        let twice = try await compile("if let launch = BackgroundLaunch.claim() {\n    launch.complete()\n    launch.complete()\n}")
        #expect(twice.ending == .exited(1) && twice.words.contains("'launch' consumed more than once"), "\(twice.words)")
    }
}
