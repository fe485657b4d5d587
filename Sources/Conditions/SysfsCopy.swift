internal import Platform
internal import Synchronization

/// Tells of changes in a copy of the kernel's list of power supplies, which no kernel tells of.
final class SysfsCopy: Sendable {
    private let loop: ReadinessLoop
    private let folder: String
    private let onChange: @Sendable () -> Void
    private let watch = Mutex<FolderWatch?>(nil)

    init?(_ sysfs: String, onChange: @escaping @Sendable () -> Void) {
        guard let loop = try? ReadinessLoop(name: "haul-sysfs") else { return nil }
        self.loop = loop
        self.onChange = onChange
        folder = "\(sysfs)/\(PowerSupply.folder)"
        let found = try? FolderWatch(on: loop) { [weak self] in
            self?.arm()
            self?.onChange()
        }
        watch.withLock { $0 = found }
        arm()
    }

    /// Supplies may come and go: each change is a reason to see which there are.
    private func arm() {
        let names = (try? Directory.open(folder).names()) ?? []
        let watch = watch.withLock(\.self)
        // One that has gone meanwhile is none of them any more.
        for path in [folder] + names.map({ "\(folder)/\($0)" }) { try? watch?.add(path, includingContents: true) }
    }

    func stop() {
        watch.withLock { $0 = nil }
        loop.stop()
    }
}
