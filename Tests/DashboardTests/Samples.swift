import Dashboard
import DownloadCore
import Screen

/// The tasks of the mock-ups in the plan of the dashboard, on a fixed clock.
enum Samples {
    static let clock = WallTime(seconds: 1_796_000_000)
    private static let mib = 1_048_576.0

    static func task(
        _ id: Int64,
        _ name: String,
        _ state: TaskState,
        mib size: Double? = nil,
        part: Double = 0,
        speed: Double? = nil,
        left: Int64? = nil,
        connections: Int = 0
    ) -> TaskSnapshot {
        let total = size.map { Int64($0 * mib) }
        var task = TaskSnapshot(id: TaskID(rawValue: id), url: "https://images.example.org/\(id)/" + name, name: name, state: state)
        task.total = total
        task.done = total.map { Int64(Double($0) * part) } ?? (state == .running ? 40_000_000 : 0)
        task.speed = speed.map { $0 * mib }
        task.remaining = left.map { .seconds($0) }
        task.connections = connections
        return task
    }

    static func finished(_ id: Int64, _ name: String, mib size: Double, speed: Double, seconds: Int64) -> TaskSnapshot {
        let bytes = Int64(size * mib)
        var task = task(id, name, .finished(FinishedFile(path: "/home/x/Documents/Haul/\(id).iso", bytes: bytes)), mib: size, part: 1)
        task.averageSpeed = speed * mib
        task.activeTime = .seconds(seconds)
        task.ended = WallTime(seconds: clock.seconds - id)
        return task
    }

    static var tasks: [TaskSnapshot] {
        let retry = Wait(reason: .retry, until: clock.advanced(by: .seconds(8)), attempt: 3, limit: 5)
        var verifying = task(6, "dataset-part-0417.parquet", .verifying, mib: 512, part: 1)
        verifying.checksum = Checksum(.sha256, hex: String(repeating: "0", count: 64))
        var queued = (0..<3).map { task(8 + Int64($0), "dataset-part-041\(8 + $0).parquet", .queued, mib: $0 < 2 ? 512 : nil) }
        queued[2].name = "dataset-part-0420.parquet"
        for index in queued.indices { queued[index].queuePosition = index + 1 }
        var missing = task(
            11,
            "firmware-bundle-v2.bin",
            .failed(Failure(.notFound, "404 Not Found", httpStatus: 404)),
            mib: 48,
            part: 0.1201
        )
        missing.ended = clock
        var first = task(1, "debian-13.1.0-amd64-DVD-1.iso", .running, mib: 3_809, part: 0.734, speed: 31.2, left: 32, connections: 8)
        first.averageSpeed = 33.2 * mib
        first.activeTime = .seconds(84)
        first.session = "haul"
        first.attempt = 1
        first.rateLimit = 40 << 20
        first.wasted = 419_430
        first.isResumable = true
        first.added = WallTime(seconds: clock.seconds - 90)
        first.checksum = Checksum(.sha256, hex: "9f2c" + String(repeating: "0", count: 56) + "e41b")
        return [
            first,
            task(2, "ubuntu-26.04-desktop-amd64.iso", .running, mib: 6_328, part: 0.417, speed: 27.9, left: 132, connections: 8),
            task(3, "blender-5.1.2-linux-x64.tar.xz", .running, mib: 381, part: 0.961, speed: 18.4, left: 1, connections: 4),
            task(4, "日本語辞書データ-2026-11.zip", .running, mib: 1_229, part: 0.0885, speed: 7.1, left: 158, connections: 4),
            task(5, "linux-7.0.3.tar.xz", .waiting(retry), mib: 142, part: 0.551),
            verifying,
            task(7, "llvm-21.1.4.src.tar.xz", .paused, mib: 160, part: 0.272),
        ] + queued + [
            missing,
            task(12, "nightly-build.tar.zst", .failed(Failure(.tls, "cert expired"))),
            task(13, "live-stream-capture.ts", .running, speed: 2.4, connections: 1),
            finished(14, "alpine-virt-3.23.0-x86_64.iso", mib: 63, speed: 21, seconds: 3),
            finished(15, "swift-6.3-RELEASE-debian12.tar.gz", mib: 812, speed: 41.5, seconds: 20),
            finished(16, "gcc-16.1.0.tar.xz", mib: 92.4, speed: 12.2, seconds: 8),
            finished(17, "sqlite-amalgamation-3520000.zip", mib: 2.71, speed: 9.9, seconds: 0),
            finished(18, "nginx-1.30.0.tar.gz", mib: 1.24, speed: 4.4, seconds: 0),
            finished(19, "node-v26.2.0-linux-x64.tar.xz", mib: 29.8, speed: 30.1, seconds: 1),
            finished(20, "openjdk-27_linux-x64_bin.tar.gz", mib: 221, speed: 28.8, seconds: 8),
            finished(21, "postgresql-19.1.tar.bz2", mib: 24.9, speed: 22.3, seconds: 1),
        ]
    }

    /// The details of the first task.
    static var details: Details {
        var task = tasks[0]
        let size = task.total ?? 0
        func part(_ share: Double) -> Int64 { Int64(Double(size) * share) }
        task.finalURL = "https://mirror.example.net/debian-13.1.0-amd64-DVD-1.iso"
        task.pieces = [
            .init(range: 0..<part(0.6), kind: .done), .init(range: part(0.6)..<part(0.7), kind: .active),
            .init(range: part(0.7)..<part(0.78), kind: .done), .init(range: part(0.78)..<part(0.85), kind: .active),
            .init(range: part(0.85)..<part(0.862), kind: .done),
        ]
        return Details(task: task, failures: 0, httpStatus: 206)
    }

    static var totals: Totals {
        let counts: [Tab: Int] = [.all: 1_284, .active: 7, .queued: 12, .paused: 1, .done: 1_262, .failed: 2]
        let free: Int64 = 412 << 30
        return Totals(rate: 87 * mib, freeSpace: free, remaining: .seconds(161), done: 42, total: 100, counts: Counts(counts))
    }

    /// The screen of the mock-ups: the cursor on the first task, two tasks marked.
    static func model(_ width: Int, _ height: Int, glyphs: GlyphSet = .unicode) -> Model {
        var model = empty(width, height, glyphs: glyphs)
        var before = tasks
        for index in before.indices where [5, 11].contains(before[index].id.rawValue) { before[index].state = .running }
        _ = update(&model, .tasks(before))
        _ = update(&model, .tasks(tasks))
        _ = update(&model, .details(details))
        let rates = Array(repeating: 70 * mib, count: 6) + Array(repeating: 87 * mib, count: 7)
        for (index, rate) in rates.enumerated() {
            var totals = totals
            totals.rate = rate
            _ = update(&model, .tick(clock.advanced(by: .seconds(Int64(index - rates.count)))))
            _ = update(&model, .totals(totals))
        }
        _ = update(&model, .tick(clock))
        _ = update(&model, .totals(totals))
        for key in [Key.character(" "), .character(" "), .character("g")] { _ = update(&model, .key(key)) }
        return model
    }

    static func empty(_ width: Int, _ height: Int, glyphs: GlyphSet = .unicode) -> Model {
        Model(size: Size(width: width, height: height), clock: clock, glyphs: glyphs)
    }
}
