/// A file's name cut into what it is called and its extension; `.tar.gz` and its like stay whole.
struct NameParts: Hashable {
    var stem: String

    /// Without the dot; empty when there is none.
    var pathExtension: String

    init(stem: String, pathExtension: String) {
        self.stem = stem
        self.pathExtension = pathExtension
    }

    init(_ name: String) {
        guard let (stem, outer) = Self.split(name[...]) else {
            self.init(stem: name, pathExtension: "")
            return
        }
        if Self.compressions.contains(outer.lowercased()), let (inner, middle) = Self.split(stem),
            Self.compressed.contains(middle.lowercased())
        {
            self.init(stem: String(inner), pathExtension: middle + "." + outer)
        } else {
            self.init(stem: String(stem), pathExtension: String(outer))
        }
    }

    /// The whole name, with a number before the extension when it is above 0, cut to so many bytes.
    ///
    /// Only the stem is cut, between characters as people see them, so number and extension always survive.
    func joined(number: Int = 0, limit: Int) -> String {
        let suffix = (number > 0 ? "-\(number)" : "") + (pathExtension.isEmpty ? "" : "." + pathExtension)
        return Self.clipped(stem, to: limit - suffix.utf8.count) + suffix
    }

    private static func split(_ name: Substring) -> (stem: Substring, pathExtension: Substring)? {
        let scalars = name.unicodeScalars
        guard let dot = scalars.lastIndex(of: "."), dot > scalars.startIndex else { return nil }
        let tail = scalars[scalars.index(after: dot)...]
        guard isExtension(tail) else { return nil }
        return (Substring(scalars[..<dot]), Substring(tail))
    }

    /// Whether the text after the last dot is an extension, and not the end of a sentence or of a version number.
    private static func isExtension(_ text: Substring.UnicodeScalarView) -> Bool {
        guard (1...12).contains(text.count) else { return false }
        let hasLetter = text.contains(where: isLetter)
        let isPlain = text.allSatisfy { isLetter($0) || ("0"..."9").contains($0) }
        // Parts of split archives (.001) are the only numbers that are extensions.
        return isPlain && (hasLetter || text.count == 3 && text.first == "0")
    }

    /// Of the Latin alphabet.
    private static func isLetter(_ scalar: Unicode.Scalar) -> Bool {
        ("a"..."z").contains(scalar) || ("A"..."Z").contains(scalar)
    }

    private static let compressions: Set<String> = ["gz", "bz2", "xz", "zst", "lz", "lzma", "lz4", "lzo", "z", "br", "gpg", "asc", "sig"]

    private static let compressed: Set<String> = [
        "tar", "cpio", "sql", "img", "iso", "raw", "qcow2", "csv", "tsv", "json", "jsonl", "ndjson", "xml", "txt", "log", "warc", "vcf",
        "fastq", "fasta", "fa", "bed", "nt", "ttl", "ps", "svg", "db", "sqlite", "dump", "patch", "diff", "nii", "bin", "pcap", "osm",
    ]

    /// As many whole characters from the start as fit; scalars where even the first character is too long.
    static func clipped(_ text: String, to limit: Int) -> String {
        guard text.utf8.count > limit else { return text }
        var kept = ""
        var used = 0
        for character in text {
            let size = character.utf8.count
            guard used + size <= limit else { break }
            kept.append(character)
            used += size
        }
        guard kept.isEmpty else { return kept }
        var scalars = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            let size = UTF8.width(scalar)
            guard used + size <= limit else { break }
            scalars.append(scalar)
            used += size
        }
        return String(scalars)
    }
}
