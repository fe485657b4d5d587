import Glibc

/// Whether expected outputs are rewritten instead of compared: `RECORD_GOLDENS=1`.
///
/// A test that records must fail.
public var recordsGoldens: Bool {
    getenv("RECORD_GOLDENS").map { String(cString: $0) == "1" } ?? false
}

/// Writes a whole file, replacing what was there.
public func writeFile(_ text: String, to path: String) throws(PosixError) {
    guard let file = fopen(path, "w") else { throw PosixError("fopen") }
    defer { fclose(file) }
    let bytes = Array(text.utf8)
    guard fwrite(bytes, 1, bytes.count, file) == bytes.count else { throw PosixError("fwrite") }
}
