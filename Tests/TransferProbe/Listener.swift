import BackgroundTransfer
import FoundationEssentials
import Platform

/// The delegate of a probe: moves files as a program does that only knows their paths.
actor Listener: BackgroundSessionDelegate {
    private let probe: TransferProbe
    private let launch: LaunchHolder?
    private var ofJournal = 0

    init(probe: TransferProbe, launch: LaunchHolder?) {
        self.probe = probe
        self.launch = launch
    }

    func session(_ session: BackgroundSession, downloadTask: DownloadTask, didFinishDownloadingTo location: URL) async {
        var line = Line(event: "file", task: downloadTask)
        line.path = location.path(percentEncoded: false)
        if let folder = probe.options.moves {
            let place = URL(filePath: folder, directoryHint: .isDirectory).appending(path: "\(downloadTask.id)")
            do {
                try FileManager.default.moveItem(at: location, to: place)
                line.path = place.path(percentEncoded: false)
            } catch {
                line.message = "\(error)"
            }
        }
        line.write()
        if probe.options.diesAfterMove { Signals.raise(.kill) }
        await haltIfItIsTime()
    }

    func session(_ session: BackgroundSession, task: DownloadTask, didCompleteWithError error: TransferError?) async {
        var line = Line(event: "complete", task: task)
        line.code = error?.code.rawValue
        line.write()
        await haltIfItIsTime()
    }

    func sessionDidFinishEvents(_ session: BackgroundSession) {
        Line(event: "finished-events").write()
        launch?.complete()
    }

    private func haltIfItIsTime() async {
        ofJournal += 1
        if ofJournal == probe.options.haltsIn { await probe.waitToBeKilled() }
    }
}
