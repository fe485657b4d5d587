internal import DownloadCore
internal import Platform

/// The kernel's lock on a store's folder, held as long as this object lives; a killed process loses it at once.
final class StoreLock: Sendable {
    private let file: File

    private init(_ file: consuming File) {
        self.file = file
    }

    /// Takes the lock, or says who holds it: `session-in-use`.
    static func take(in folder: Directory) throws(Failure) -> StoreLock {
        let file = try translating { () throws(SystemError) in try folder.openFile("lock", .readWrite, creation: .ifMissing) }
        guard try translating({ () throws(SystemError) in try file.lock() }) else {
            // The number is for the message only: it may be older than the lock.
            let text = (try? file.read(atMost: 32)).map { String(decoding: $0, as: UTF8.self) } ?? ""
            let digits = text.prefix { $0.isASCII && $0.isNumber }
            throw Failure(.sessionInUse, digits.isEmpty ? "another process holds it" : "process \(digits) holds it")
        }
        // The lock holds without the number, as on a full disk.
        try? file.truncate(to: 0)
        try? file.write(Array("\(ThisProcess.id)\n".utf8), at: 0)
        return StoreLock(file)
    }
}
