internal import Platform
internal import TestSupport

/// Many small files from nginx.
struct SmallFiles {
    var isOnDisk = false

    private static let atOnce = 50
    private static let size: Int64 = 16 << 10

    func rows(on stage: Stage) async throws -> [Row] {
        guard let nginx = stage.nginx else { throw Problem("nginx or openssl is not installed") }
        let names = (1...stage.count(5_000, smoke: 100)).map { "small-\($0).bin" }
        for (number, name) in names.enumerated() { try nginx.serve(name, Self.content(number)) }
        defer { for name in names { nginx.remove(name) } }
        let comparison = Comparison(stage: stage, place: isOnDisk ? stage.disk : stage.folder, syncsPeers: isOnDisk)
        let output = comparison.output
        let list = try stage.folder.write(names.map { nginx.url($0) + "\n" }.joined(), to: "list")
        let configuration = try stage.folder.write(
            names.map { "url = \"\(nginx.url($0))\"\noutput = \"\(output)/\($0)\"\n" }.joined(),
            to: "list.curl"
        )
        let results = try await comparison.run { contender in
            contender.words(forList: list, configuration: configuration, atOnce: Self.atOnce, folder: output)
        } isRight: {
            let found = try Directory.open(output).names().filter { !$0.hasPrefix(".") }.count
            guard found == names.count else { return false }
            return names.enumerated().allSatisfy { Self.content($0).firstDifference(fileAt: output + "/" + $1) == nil }
        }
        let title = "5,000 files of 16 KiB, 50 at once\(isOnDisk ? ", ext4" : "")"
        return [
            results.row(title, "wall", .seconds, .ratio(isOnDisk ? 1.0 : 1.2)) { $0.wall },
            results.row(title, "CPU", .seconds, .ratio(isOnDisk ? 1.0 : 1.5)) { $0.processor },
        ]
    }

    private static func content(_ number: Int) -> GeneratedContent { GeneratedContent(seed: UInt64(number), size: size) }
}
