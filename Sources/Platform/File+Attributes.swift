internal import CLinux
internal import Glibc

extension File {
    /// Sets an extended attribute, such as `user.xdg.origin.url`.
    ///
    /// The corresponding C function is `fsetxattr`; many file systems answer `notSupported`.
    public func setAttribute(_ name: String, to value: String) throws(SystemError) {
        try Array(value.utf8).withUnsafeBufferPointer { (bytes) throws(SystemError) in
            _ = try retrying("fsetxattr", path: path) { fsetxattr(number, name, bytes.baseAddress, bytes.count, 0) }
        }
    }

    /// The text of an extended attribute; nil when it is not set, is not UTF-8, or the file system has none.
    ///
    /// The corresponding C function is `fgetxattr`. 64 KiB is the most that Linux allows.
    public func attribute(_ name: String) throws(SystemError) -> String? {
        var failure: SystemError?
        let bytes = [UInt8](unsafeUninitializedCapacity: 65_536) { buffer, count in
            do throws(SystemError) {
                count = try retrying("fgetxattr", path: path) { fgetxattr(number, name, buffer.baseAddress, buffer.count) }
            } catch {
                if error.code != .noAttribute && error.code != .notSupported { failure = error }
            }
        }
        if let failure { throw failure }
        return bytes.isEmpty ? nil : String(validating: bytes, as: UTF8.self)
    }
}
