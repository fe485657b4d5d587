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
        guard try lock(file) else {
            let digits = holder(file)
            throw Failure(.sessionInUse, digits.isEmpty ? "another process holds it" : "process \(digits) holds it")
        }
        // The lock holds without the number, as on a full disk.
        try? file.truncate(to: 0)
        try? file.write(Array("\(ThisProcess.id)\n".utf8), at: 0)
        return StoreLock(file)
    }

    private static func lock(_ file: borrowing File) throws(Failure) -> Bool {
        for _ in 0..<400 {
            if try translating({ () throws(SystemError) in try file.lock() }) { return true }
            // A store that this process has just closed: a program that is being started beside holds all our descriptors until it begins.
            guard holder(file) == String(ThisProcess.id) else { return false }
            NamedThread.pause(milliseconds: 5)
        }
        return false
    }

    /// The number of the process that has the lock, empty if unknown; it may be older than the lock.
    private static func holder(_ file: borrowing File) -> String {
        let text = (try? file.read(at: 0, atMost: 32)).map { String(decoding: $0, as: UTF8.self) } ?? ""
        return String(text.prefix { $0.isASCII && $0.isNumber })
    }
}
