/// A program that is measured, and its words for a work.
enum Contender: String, Sendable, CaseIterable, Comparable {
    case haul, curl, aria2c, wget2, axel

    static func < (left: Contender, right: Contender) -> Bool {
        (allCases.firstIndex(of: left) ?? 0) < (allCases.firstIndex(of: right) ?? 0)
    }

    /// One file, on so many connections.
    struct SingleFile {
        var url: String
        var size: Int64
        var connections: Int
        var folder: String
        var certificate: String?
    }

    /// The words for a file; nil when the program knows no such thing.
    func words(for job: SingleFile) -> [String]? {
        let target = job.folder + "/x"
        switch self {
        case .haul:
            let trust = job.certificate.map { ["--cacert", $0] } ?? []
            return ["--batch", "-qq", "-x", "\(job.connections)", "--max-connections-per-host", "\(job.connections)", "-d", job.folder]
                + trust + [job.url]
        case .curl:
            guard job.connections == 1 else { return nil }
            return ["-q", "-sS", "-f", "-o", target] + (job.certificate.map { ["--cacert", $0] } ?? []) + [job.url]
        case .aria2c:
            guard job.connections <= 16 else { return nil }
            let trust = job.certificate.map { ["--ca-certificate=\($0)"] } ?? []
            return [
                "-q", "--no-conf", "-x\(job.connections)", "-s\(job.connections)", "-k1M", "--file-allocation=none", "-d", job.folder, "-o",
                "x",
            ] + trust + [job.url]
        case .wget2:
            let trust = job.certificate.map { ["--ca-certificate=\($0)"] } ?? []
            let piece = max(1, job.size / Int64(job.connections))
            let split = job.connections > 1 ? ["--chunk-size=\(piece)", "--max-threads=\(job.connections)"] : []
            return ["-q", "--no-config", "-O", target] + trust + split + [job.url]
        case .axel:
            return ["-q", "-n", "\(job.connections)", "-o", target, job.url]
        }
    }

    /// The words for a list of files, so many at once.
    ///
    /// - Parameters:
    ///   - list: a file with an address on each line.
    ///   - configuration: the same for curl, with the name of each file.
    ///   - atOnce: how many are fetched at one time.
    ///   - folder: where they are to lie, under the names of their addresses.
    /// - Returns: nil when the program knows no such thing.
    func words(forList list: String, configuration: String, atOnce: Int, folder: String) -> [String]? {
        switch self {
        case .haul:
            [
                "--batch", "-qq", "-j", "\(atOnce)", "--max-connections-per-host", "\(atOnce)", "-o", "{name}", "-d", folder, "-i", list,
            ]
        case .curl: ["-q", "-sS", "-f", "-Z", "--parallel-max", "\(atOnce)", "-K", configuration]
        case .aria2c: ["-q", "--no-conf", "-j\(atOnce)", "-x1", "-s1", "--file-allocation=none", "-d", folder, "-i", list]
        case .wget2: ["-q", "--no-config", "--max-threads=\(atOnce)", "-P", folder, "-i", list]
        case .axel: nil
        }
    }
}
