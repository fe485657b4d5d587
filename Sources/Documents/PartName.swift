internal import DownloadCore

/// The name of a part file: which task's it is, and which of the task's.
struct PartName: Hashable {
    /// The hidden folder in the documents directory.
    static let folder = ".haul"

    let storeID: String
    let task: TaskID
    let generation: Int

    private var stem: String {
        "\(storeID)-\(task)" + (generation > 0 ? ".\(generation)" : "")
    }

    /// In the hidden folder of the documents directory.
    var name: String {
        stem + ".part"
    }

    /// In a folder on another file system, next to the finished file.
    var copyName: String {
        ".haul-" + name
    }

    /// The empty file that shows whether renames reach a folder.
    var probeName: String {
        ".haul-" + stem + ".probe"
    }

    init(storeID: String, task: TaskID, generation: Int) {
        self.storeID = storeID
        self.task = task
        self.generation = generation
    }

    /// Reads the name of one of this store's part files, or of a copy of one; nil when it is something else.
    init?(_ name: String, storeID: String, isCopy: Bool = false) {
        let prefix = (isCopy ? ".haul-" : "") + storeID + "-"
        guard name.hasPrefix(prefix), name.hasSuffix(".part") else { return nil }
        let numbers = name.dropFirst(prefix.count).dropLast(5).split(separator: ".", omittingEmptySubsequences: false)
        guard (1...2).contains(numbers.count), let task = Int64(numbers[0]), let generation = numbers.count == 1 ? 0 : Int(numbers[1])
        else { return nil }
        self.init(storeID: storeID, task: TaskID(rawValue: task), generation: generation)
        // Other spellings of the same numbers (+1, 01) are not ours.
        guard name == (isCopy ? copyName : self.name) else { return nil }
    }

    /// Whether a text may stand in file names as a store's identifier: a UUID's letters, digits and dashes.
    static func isStoreID(_ text: String) -> Bool {
        (1...64).contains(text.utf8.count)
            && text.utf8.allSatisfy { byte in
                (48...57).contains(byte) || (65...90).contains(byte) || (97...122).contains(byte) || byte == 45
            }
    }
}
