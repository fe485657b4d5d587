import Dashboard
import DownloadCore
import Screen

/// Published files on a fixed clock, and a directory that answers what the model asks.
enum FileSamples {
    static func file(_ number: Int, _ original: String, mib: Double = 1, ago seconds: Int64 = 0, digest: Bool = false) -> PublishedFile {
        let time = WallTime(seconds: Samples.clock.seconds - seconds)
        let ending = original.split(separator: ".").last.map { "." + $0 } ?? ""
        let name = "20261130T14\(10 + number % 50)\(10 + number % 40).\(100 + number)Z\(ending)"
        return PublishedFile(
            id: PublishedFile.ID(name: name, inode: UInt64(number + 1)),
            path: "/home/x/Documents/Haul/" + name,
            originalName: original,
            url: "https://images.example.org/pub/" + original,
            bytes: Int64(mib * 1_048_576),
            digest: digest ? Checksum(.sha256, hex: "9f2c" + String(repeating: "0", count: 56) + "e41b") : nil,
            time: time
        )
    }

    /// A file of every kind, the newest first.
    static var mixed: [PublishedFile] {
        var files = [
            file(1, "debian-13.1.0-amd64-DVD-1.iso", mib: 3_809, ago: 30, digest: true),
            file(2, "日本語辞書データ-2026-11.zip", mib: 1_229, ago: 400),
            file(3, "swift-6.3-RELEASE-debian12.tar.gz", mib: 812, ago: 7_000, digest: true),
            file(4, "gcc-16.1.0.tar.xz", mib: 92.4, ago: 90_000, digest: true),
            file(5, "notes.txt", mib: 0.01, ago: 100_000), file(6, "report.pdf", mib: 0.3, ago: 200_000),
            file(7, "holiday-photos.zip", mib: 2_410, ago: 900_000), file(8, "a\u{1B}]0;x\u{7}\u{202E}txt.exe", mib: 2, ago: 2_000_000),
        ]
        files[3].state = .missing
        files[4].state = .changed
        files[5].state = .touched
        return files
    }

    static func many(_ count: Int) -> [PublishedFile] {
        (0..<count).map { file($0, "part-\(1_000_000 + $0).parquet", ago: Int64($0)) }
    }

    /// Lets a directory with these files answer until nothing is asked any more; the number of questions.
    @discardableResult
    static func answer(_ model: inout Model, _ files: [PublishedFile]) -> Int {
        var count = 0
        while let query = model.wantedFiles, count < 10 {
            count += 1
            _ = update(&model, .files(.page(FilesPage(query, in: files))))
        }
        return count
    }

    /// The tab Done with files in it.
    static func model(_ width: Int, _ height: Int, _ files: [PublishedFile] = mixed, glyphs: GlyphSet = .unicode) -> Model {
        var model = Samples.model(width, height, glyphs: glyphs)
        _ = update(&model, .key(.character("5")))
        answer(&model, files)
        return model
    }
}
