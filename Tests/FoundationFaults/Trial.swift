import BackgroundURLSession
import Foundation
import TestSupport

/// Whose session.
enum Side: String {
    case foundation, haul

    /// The one line in which the two differ.
    func session(_ delegate: Watch, container: String?, _ configure: (URLSessionConfiguration) -> Void) -> URLSession {
        switch self {
        case .foundation:
            let configuration = URLSessionConfiguration.default
            configure(configuration)
            return URLSession(configuration: configuration, delegate: delegate, delegateQueue: nil)
        case .haul:
            let configuration = URLSessionConfiguration.background(withIdentifier: "faults")
            configuration.sharedContainerIdentifier = container
            configuration.launchCommand = nil
            configure(configuration)
            return BackgroundURLSession(configuration: configuration, delegate: delegate, delegateQueue: nil)
        }
    }
}

/// One fault with one of the two sessions.
struct Trial {
    let side: Side
    let address: String
    let folder: String

    func run(_ fault: Fault) async throws -> String {
        switch fault {
        case .suspend: try await suspend()
        case .resumeData: try await resumeData()
        case .diskFull: try await diskFull()
        case .leftovers: try await leftovers()
        case .resourceTimeout: try await resourceTimeout()
        case .beginDate: try await beginDate()
        case .priority: try await priority()
        case .cut: try await plain("cut")
        case .password: try await plain("secret")
        case .memory: try await memory()
        }
    }

    // MARK: - The trials

    private func suspend() async throws -> String {
        let (watch, task, _) = try start("file")
        try await eventually("2 MiB", timeout: .seconds(60)) { task.countOfBytesReceived > 2 << 20 }
        task.suspend()
        try await Task.sleep(for: .seconds(1))
        task.resume()
        return try await told(watch, task)
    }

    private func resumeData() async throws -> String {
        let (watch, task, session) = try start("file")
        try await eventually("2 MiB", timeout: .seconds(60)) { task.countOfBytesReceived > 2 << 20 }
        let data = await withCheckedContinuation { continuation in
            task.cancel(byProducingResumeData: { continuation.resume(returning: $0) })
        }
        guard let data else { return "no resume data" }
        let next = session.downloadTask(withResumeData: data)
        next.taskDescription = "file"
        next.resume()
        try await eventually("the end", timeout: .seconds(60)) { watch.now.endings.count == 2 }
        let offset = watch.now.resumedAt ?? 0
        return "resume data, \(Supply.judge(folder + "/file", size: Supply.size)), went on at \(offset >> 20) MiB"
    }

    private func diskFull() async throws -> String {
        let disk = folder + "/disk"
        let begin = ContinuousClock.now
        let (watch, task, _) = try start("small", container: disk)
        let killer = Task {
            // Time for a full disk to be met; then there is room again.
            try await Task.sleep(for: .seconds(3))
            try FileManager.default.removeItem(atPath: disk + "/ballast")
        }
        defer { killer.cancel() }
        return try await told(watch, task, size: Supply.small, since: begin)
    }

    private func leftovers() async throws -> String {
        let temporary = NSTemporaryDirectory()
        let watch = Watch(folder: folder, takesFiles: false)
        let session = side.session(watch, container: temporary + "/container") { _ in }
        for name in ["a", "b", "c"] { try add(name, to: session).resume() }
        try await eventually("the end", timeout: .seconds(60)) { watch.now.endings.count == 3 }
        // What is removed after the callback is given a moment.
        var left = files(in: temporary)
        for _ in 0..<20 where left > 0 {
            try await Task.sleep(for: .milliseconds(100))
            left = files(in: temporary)
        }
        return left == 0 ? "no file left" : "\(left) of 3 files left for ever"
    }

    private func resourceTimeout() async throws -> String {
        let begin = ContinuousClock.now
        let (watch, task, _) = try start("slow") { $0.timeoutIntervalForResource = 2 }
        return try await told(watch, task, since: begin)
    }

    private func beginDate() async throws -> String {
        let watch = Watch(folder: folder)
        let session = side.session(watch, container: nil) { _ in }
        let task = try add("a", to: session)
        let begin = ContinuousClock.now
        (task as any Delayable).earliestBeginDate = Date(timeIntervalSinceNow: 3)
        task.resume()
        try await eventually("bytes", timeout: .seconds(60)) { watch.now.begin != nil }
        return "began after \(seconds(begin, watch.now.begin)) s"
    }

    private func priority() async throws -> String {
        let watch = Watch(folder: folder)
        let session = side.session(watch, container: nil) { $0.httpMaximumConnectionsPerHost = 1 }
        for name in ["a", "b", "c", "d"] {
            let task = try add(name, to: session)
            if name == "d" { task.priority = URLSessionTask.highPriority }
            task.resume()
        }
        try await eventually("the end", timeout: .seconds(60)) { watch.now.endings.count == 4 }
        return "order " + watch.now.endings.map(\.name).joined(separator: " ")
    }

    private func plain(_ name: String) async throws -> String {
        let begin = ContinuousClock.now
        let (watch, task, _) = try start(name)
        return try await told(watch, task, since: begin)
    }

    private func memory() async throws -> String {
        let begin = ContinuousClock.now
        let watch = Watch(folder: folder, delay: 200)
        let session = side.session(watch, container: NSTemporaryDirectory() + "/container") { _ in }
        try add("large", to: session).resume()
        try await eventually("the end", timeout: .seconds(300)) { watch.now.endings.count == 1 }
        let peak = try Self.peakMemory()
        let judged = Supply.judge(folder + "/large", size: Supply.large)
        return "\(peak) MiB at most, \(watch.now.calls) calls, \(seconds(begin, watch.now.endings.last?.moment)) s, \(judged)"
    }

    // MARK: - Parts

    private func start(
        _ name: String,
        container: String? = nil,
        _ configure: (URLSessionConfiguration) -> Void = { _ in }
    ) throws -> (Watch, URLSessionDownloadTask, URLSession) {
        let watch = Watch(folder: folder)
        let session = side.session(watch, container: container, configure)
        let task = try add(name, to: session)
        task.resume()
        return (watch, task, session)
    }

    private func add(_ name: String, to session: URLSession) throws -> URLSessionDownloadTask {
        guard let url = URL(string: address + "/" + name) else { throw URLError(.badURL) }
        let task = session.downloadTask(with: url)
        task.taskDescription = name
        return task
    }

    /// How the one task of a trial ended.
    private func told(
        _ watch: Watch,
        _ task: URLSessionTask,
        size: Int64 = Supply.size,
        since begin: ContinuousClock.Instant? = nil
    ) async throws -> String {
        do {
            try await eventually("the end", timeout: .seconds(30)) { !watch.now.endings.isEmpty }
        } catch is TimeLimitExceeded {
            return "nothing is told in 30 s"
        }
        guard let ending = watch.now.endings.first else { return "nothing is told" }
        let time = begin.map { " after \(seconds($0, ending.moment)) s" } ?? ""
        guard let error = ending.error else {
            return "ended without an error\(time), \(Supply.judge(folder + "/" + ending.name, size: size))"
        }
        let data = error.downloadTaskResumeData == nil ? "no resume data" : "resume data"
        return "error \(error.code.rawValue)\(time), \(data)"
    }

    private func files(in folder: String) -> Int {
        guard let names = FileManager.default.enumerator(atPath: folder) else { return 0 }
        return names.reduce(into: 0) { count, name in
            let attributes = try? FileManager.default.attributesOfItem(atPath: "\(folder)/\(name)")
            if attributes?[.type] as? FileAttributeType == .typeRegular { count += 1 }
        }
    }

    private func seconds(_ begin: ContinuousClock.Instant, _ end: ContinuousClock.Instant?) -> String {
        let duration = (end ?? begin) - begin
        return String(format: "%.1f", Double(duration.components.seconds) + Double(duration.components.attoseconds) / 1e18)
    }

    /// The most that this process ever had in memory, in MiB.
    private static func peakMemory() throws -> Int {
        let lines = try String(contentsOfFile: "/proc/self/status", encoding: .utf8).split(separator: "\n")
        let line = lines.first { $0.hasPrefix("VmHWM:") }
        return (line?.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0) / 1024
    }
}

/// Past the deprecation in FoundationNetworking, which says that the date has no effect there.
private protocol Delayable: AnyObject {
    var earliestBeginDate: Date? { get set }
}

extension URLSessionTask: Delayable {}
