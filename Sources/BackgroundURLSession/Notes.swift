import Foundation
import FoundationNetworking

/// What a person should read who wonders what a program does.
enum Notes {
    /// Writes a sentence to standard error.
    static func write(_ text: String) {
        FileHandle.standardError.write(Data("BackgroundURLSession: \(text)\n".utf8))
    }
}
