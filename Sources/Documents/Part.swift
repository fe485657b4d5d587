internal import DownloadCore
internal import Platform
internal import Synchronization

/// An open and locked part file; the lock goes with the last reference.
final class Part: PartFile {
    let file: File
    let status: FileStatus

    /// The length that the file must have at least: what it had when it was opened, and all that was written since.
    private let extent: Atomic<Int64>

    init(_ file: consuming File, status: FileStatus) {
        self.file = file
        self.status = status
        extent = Atomic(status.size)
    }

    func write(_ bytes: UnsafeRawBufferPointer, at offset: Int64) throws(Failure) {
        do throws(SystemError) {
            // Somebody who cuts the file leaves a hole that later bytes would hide: look before they do.
            let expected = extent.load(ordering: .acquiring)
            guard try file.status().size >= expected else {
                throw SystemError(.stale, "the partial file was cut by somebody else")
            }
            try file.write(bytes, at: offset)
            _ = extent.max(offset.saturatingAdd(Int64(bytes.count)), ordering: .acquiringAndReleasing)
        } catch {
            if error.code == .stale { throw Failure(.fileChanged, "the partial file was cut by somebody else") }
            throw Failure(error, .writeFile)
        }
    }
}

/// A part file that somebody else may still have open.
struct WeakPart {
    weak var part: Part?
}
