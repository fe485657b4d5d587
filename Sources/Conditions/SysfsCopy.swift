internal import Platform
internal import Synchronization

/// Tells of changes in a copy of the kernel's list of power supplies, which no kernel tells of.
final class SysfsCopy: Sendable {
    private let loop: ReadinessLoop
    private let folder: String
    private let onChange: @Sendable () -> Void
    private let watches = Mutex<[FolderWatch]>([])

    init?(_ sysfs: String, onChange: @escaping @Sendable () -> Void) {
        guard let loop = try? ReadinessLoop(name: "haul-sysfs") else { return nil }
        self.loop = loop
        self.onChange = onChange
        folder = "\(sysfs)/\(PowerSupply.folder)"
        arm()
    }

    /// Supplies may come and go: each change is a reason to see which there are.
    private func arm() {
        let names = (try? Directory.open(folder).names()) ?? []
        let found = ([folder] + names.map { "\(folder)/\($0)" }).compactMap { path in
            try? FolderWatch(path, on: loop, includingContents: true) { [weak self] in
                self?.arm()
                self?.onChange()
            }
        }
        watches.withLock { $0 = found }
    }

    func stop() {
        watches.withLock { $0 = [] }
        loop.stop()
    }
}
