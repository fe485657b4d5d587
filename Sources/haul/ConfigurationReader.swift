internal import Configuration
internal import Platform

/// The configuration file as it lies on disk.
enum ConfigurationReader {
    /// A larger file is none that a person wrote.
    private static let largest = 1 << 20

    struct Problem: Error {
        var lines: [String]
    }

    /// The settings of a file; the defaults when it is not there and need not be.
    static func settings(file: String, mustExist: Bool) throws(Problem) -> Settings {
        let bytes: [UInt8]
        do throws(SystemError) {
            let opened = try File.open(file, .read)
            bytes = try opened.read(atMost: largest + 1)
        } catch {
            if error.code == .noSuchFile, !mustExist { return Settings() }
            throw Problem(lines: ["\(file): \(error.message)"])
        }
        guard bytes.count <= largest, let text = String(validating: bytes, as: UTF8.self) else {
            throw Problem(lines: ["\(file): this is no configuration file: it is too large or not UTF-8"])
        }
        let read = ConfigurationFile(parsing: text, file: file)
        guard read.errors.isEmpty else { throw Problem(lines: read.errors.map(\.description)) }
        return read.settings
    }
}
