import BackgroundTransfer
import FoundationEssentials
import Platform

/// Carries out what a test writes, a line each, and answers each with a line `done` or `refused`:
/// `download URL`, `suspend N`, `resume N`, `cancel N`, `produce N`, `continue BASE64`, `status N`, `tasks`, `invalidate`.
struct Commands: Sendable {
    let session: BackgroundSession
    let probe: TransferProbe

    func begin() throws {
        let (lines, feed) = AsyncStream.makeStream(of: String.self)
        // Reading blocks: not a thing for the threads that events come on.
        try NamedThread.start("commands") {
            while let line = readLine() { feed.yield(line) }
            feed.finish()
        }.detach()
        Task {
            for await line in lines { await carryOut(line) }
        }
    }

    private func carryOut(_ text: String) async {
        let words = text.split(separator: " ").map(String.init)
        guard let word = words.first else { return }
        var line = Line(event: "done")
        do {
            try await carryOut(word, words.dropFirst().first ?? "", &line)
        } catch let error as BackgroundSessionError {
            line = Line(event: "refused")
            line.code = error.code.rawValue
            line.message = error.message
        } catch {
            line = Line(event: "refused")
            line.message = "\(error)"
        }
        line.command = word
        line.write()
    }

    private func carryOut(_ word: String, _ argument: String, _ line: inout Line) async throws {
        switch word {
        case "download": return try await probe.download(argument, session)
        case "tasks":
            for task in try await session.tasks { try await probe.tell(task, as: "listed") }
            return
        case "continue":
            let data = try ResumeData(dataRepresentation: Data(base64Encoded: argument) ?? Data())
            line.task = try await session.download(resumingWith: data).id.rawValue
            return
        case "invalidate": return try await session.invalidateAndCancel()
        default: break
        }
        guard let number = Int(argument), let task = try await session.tasks.first(where: { $0.id.rawValue == number }) else {
            throw BackgroundSessionError(.unknownTask, "there is no task \(argument)")
        }
        line.task = number
        switch word {
        case "suspend": try await task.suspend()
        case "resume": try await task.resume()
        case "cancel": try await task.cancel()
        case "produce": line.resumeData = try await task.cancelByProducingResumeData()?.dataRepresentation
        case "status": try await probe.tell(task, as: "status")
        default: throw BackgroundSessionError(.invalidRequest, "no such command: \(word)")
        }
    }
}
