/// The rules for a name that a person chose for a file.
enum ChosenName {
    /// Why a text is no file name, as the end of a sentence; nil when it is one.
    static func fault(in name: String) -> String? {
        if name.isEmpty { return "a file name cannot be empty" }
        if name == "." || name == ".." { return "this is a folder's name" }
        if name.utf8.contains(0x2F) { return "a file name cannot hold a slash" }
        if name.utf8.count > 255 { return "a file name cannot be longer than 255 bytes" }
        if name.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) {
            return "a file name cannot hold control characters"
        }
        return nil
    }
}
