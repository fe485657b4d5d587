import DownloadCore

extension Simulation {
    /// A list with every state in it.
    static func beginning(_ now: WallTime) -> [TaskSnapshot] {
        let names: [(String, Double?)] = [
            ("debian-13.1.0-amd64-DVD-1.iso", 3_809), ("ubuntu-26.04-desktop-amd64.iso", 6_328), ("blender-5.1.2-linux-x64.tar.xz", 381),
            ("日本語辞書データ-2026-11.zip", 1_229), ("linux-7.0.3.tar.xz", 142), ("live-stream-capture.ts", nil), ("llvm-21.1.4.src.tar.xz", 160),
            ("firmware-bundle-v2.bin", 48), ("nightly-build.tar.zst", nil), ("fedora-workstation-44.iso", 2_480),
            ("gimp-3.2.0-x86_64.AppImage", 312),
        ]
        let finished: [(String, Double)] = [
            ("alpine-virt-3.23.0-x86_64.iso", 63), ("swift-6.3-RELEASE-debian12.tar.gz", 812), ("gcc-16.1.0.tar.xz", 92.4),
            ("sqlite-amalgamation-3520000.zip", 2.71), ("nginx-1.30.0.tar.gz", 1.24), ("openjdk-27_linux-x64_bin.tar.gz", 221),
        ]
        var tasks: [TaskSnapshot] = []
        func add(_ name: String, _ mib: Double?, _ state: TaskState, part: Double = 0) {
            let number = Int64(tasks.count + 1)
            let host = ["images.example.org", "mirror.example.net", "data.example.com"][tasks.count % 3]
            var task = TaskSnapshot(
                id: TaskID(rawValue: number),
                session: "haul",
                url: "https://\(host)/pub/\(name)",
                name: name,
                state: state
            )
            task.total = mib.map { Int64($0 * 1_048_576) }
            task.done = task.total.map { Int64(Double($0) * part) } ?? 0
            task.activeTime = .seconds(task.done / 20_000_000)
            task.isResumable = mib != nil
            task.attempt = 1
            task.added = now.advanced(by: .seconds(-600 + number))
            if number % 4 == 1 { task.checksum = Checksum(.sha256, hex: String(repeating: "9f2c", count: 16)) }
            tasks.append(task)
        }
        for (index, (name, mib)) in names.enumerated() {
            switch index {
            case 6: add(name, mib, .paused, part: 0.27)
            case 7: add(name, mib, .failed(Failure(.httpStatus, "404 Not Found", httpStatus: 404)), part: 0.12)
            case 8: add(name, mib, .failed(Failure(.tls, "cert expired")))
            default: add(name, mib, .queued, part: [0.7, 0.41, 0.6, 0.08, 0.55][index % 5])
            }
        }
        for index in 0..<9 { add("dataset-part-04\(index + 18).parquet", index % 7 == 2 ? nil : 512, .queued) }
        for (index, (name, mib)) in finished.enumerated() {
            let bytes = Int64(mib * 1_048_576)
            add(name, mib, .finished(FinishedFile(path: "/demo/Documents/Haul/\(index)-\(name)", bytes: bytes)), part: 1)
            tasks[tasks.count - 1].averageSpeed = 2e7 + Double(index) * 3e6
            tasks[tasks.count - 1].activeTime = .seconds(max(1, bytes / 20_000_000))
            tasks[tasks.count - 1].ended = now.advanced(by: .seconds(-60 * Int64(index + 1)))
        }
        return tasks
    }
}
