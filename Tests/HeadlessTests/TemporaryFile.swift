import TestSupport

/// A file that a test needs while it runs; it goes with this value.
final class TemporaryFile {
    let path: String
    private let folder: TemporaryDirectory

    init(_ text: String, name: String) throws {
        folder = try TemporaryDirectory("headless")
        path = try folder.write(text, to: name)
    }
}
