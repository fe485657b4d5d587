import DownloadCore

extension Simulation {
    /// The files that seem to be published: what finished in the simulation, and what seems to have been there before.
    public var files: [PublishedFile] {
        tasks.compactMap { task in
            guard var file = PublishedFile(task) else { return nil }
            file.id.inode = UInt64(task.id.rawValue)
            return file
        } + older
    }

    /// Downloads of the last weeks, as fixed as the clock that the simulation began with.
    static func older(_ now: WallTime) -> [PublishedFile] {
        let names: [(String, Double)] = [
            ("archlinux-2026.11.01-x86_64.iso", 1_180), ("go1.27.1.linux-amd64.tar.gz", 71.2), ("rust-1.98.0-x86_64.tar.xz", 384),
            ("holiday-photos.zip", 2_410), ("lecture-07-networks.mp4", 612), ("invoice-2026-10.pdf", 0.31),
            ("ubuntu-24.04.4-live.iso", 5_921),
            ("kernel-config.txt", 0.24), ("podcast-0118.mp3", 48.6), ("地図データ-2026.tar.zst", 905), ("zig-0.17.0.tar.xz", 52.3),
            ("dataset-part-0001.parquet", 512), ("dataset-part-0002.parquet", 512), ("backup-keys.txt", 0.01),
        ]
        return names.enumerated().map { index, entry in
            let time = now.advanced(by: .seconds(-7_000 - 31_000 * Int64(index)))
            let ending = entry.0.split(separator: ".").last.map { "." + $0 } ?? ""
            let name = "\(time.seconds)-\(100 + index)\(ending)"
            return PublishedFile(
                id: PublishedFile.ID(name: name, inode: UInt64(1_000 + index)),
                path: "/demo/Documents/Haul/" + name,
                originalName: entry.0,
                url: "https://" + ["images.example.org", "mirror.example.net", "data.example.com"][index % 3] + "/pub/" + entry.0,
                bytes: Int64(entry.1 * 1_048_576),
                digest: index % 3 == 0 ? Checksum(.sha256, hex: String(repeating: "7b3e", count: 16)) : nil,
                time: time,
                state: index == 7 ? .missing : index == 13 ? .changed : .there
            )
        }
    }

    /// What reading a simulated file shows.
    public func check(_ file: PublishedFile) -> FileCheck {
        switch file.state {
        case .missing: .missing
        case .changed: .changed
        case .there, .touched: file.digest == nil ? .sameLength : .intact
        }
    }

    public mutating func delete(_ file: PublishedFile) {
        older.removeAll { $0.id == file.id }
        tasks.removeAll { PublishedFile($0)?.path == file.path }
    }
}
