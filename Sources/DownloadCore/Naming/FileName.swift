/// The names that files are published under.
public enum FileName {
    /// The longest name that Linux file systems take, in bytes (`NAME_MAX`).
    public static let byteLimit = 255

    /// Why a name that a person chose cannot be used.
    public enum Unfit: Error, Sendable, Hashable, CustomStringConvertible {
        case empty
        case hasSlash
        case hasZeroByte
        case isFolder
        case tooLong(bytes: Int)

        public var description: String {
            switch self {
            case .empty: "the name is empty"
            case .hasSlash: "the name has a / in it; give the folder separately"
            case .hasZeroByte: "the name has a zero byte in it"
            case .isFolder: "the name stands for a folder"
            case .tooLong(let bytes): "the name is \(bytes) bytes long; at most \(FileName.byteLimit) are possible"
            }
        }
    }

    /// Refuses a name that cannot be one; everything else is the person's own business and stays as it is.
    public static func check(chosen name: String) throws(Unfit) {
        guard !name.isEmpty else { throw .empty }
        guard !name.utf8.contains(UInt8(ascii: "/")) else { throw .hasSlash }
        guard !name.utf8.contains(0) else { throw .hasZeroByte }
        guard !isFolder(name) else { throw .isFolder }
        guard name.utf8.count <= byteLimit else { throw .tooLong(bytes: name.utf8.count) }
    }

    /// The name for a finished file: always one valid path component of at most 255 bytes.
    ///
    /// - Parameters:
    ///   - template: How it is made.
    ///   - hints: What the server and the address said.
    ///   - chosen: A name that a person chose and `check(chosen:)` accepted; it wins over the template.
    ///   - time: The moment for `{timestamp}` and `{date:…}`, in UTC.
    ///   - task: The number for `{id}`.
    ///   - collisions: How many names were taken already; above 0 it is put before the extension as `-n`.
    /// - Returns: the name.
    public static func make(
        template: NameTemplate,
        hints: NameHints,
        chosen: String? = nil,
        time: WallTime,
        task: TaskID,
        collisions: Int = 0
    ) -> String {
        if let chosen {
            let name = (try? check(chosen: chosen)).map { chosen } ?? SafeName.make(SafeName.lastComponent(chosen))
            if let name { return NameParts(name).joined(number: collisions, limit: byteLimit) }
        }
        let parts = OriginalName(hints)
        let name = filled(template, parts, time: time, task: task)
        guard !name.stem.isEmpty, !isFolder(name.joined(limit: byteLimit)) else {
            return make(template: .timestamp, hints: hints, time: time, task: task, collisions: collisions)
        }
        return name.joined(number: collisions, limit: byteLimit)
    }

    /// The original name, as lists show it: from the server, else the address, else the host; never empty.
    public static func displayName(hints: NameHints) -> String {
        OriginalName.shown(hints)
    }

    private static func filled(_ template: NameTemplate, _ original: OriginalName, time: WallTime, task: TaskID) -> NameParts {
        var text = ""
        for piece in template.pieces {
            switch piece {
            case .text(let literal): text += literal
            case .timestamp: text += String(max(0, time.nanoseconds / 1_000_000_000))
            case .date(let parts):
                let civil = CivilTime(time)
                text += parts.map(civil.text(of:)).joined()
            case .name: text += original.fullName
            case .stem: text += original.parts.stem
            case .pathExtension:
                // `{stem}.{ext}` of a file without one is no reason for a dot at the end.
                if original.parts.pathExtension.isEmpty, text.last == "." { text.removeLast() }
                text += original.parts.pathExtension
            case .host: text += original.host
            case .id: text += String(task.rawValue)
            }
        }
        let suffix = original.parts.pathExtension
        guard template.mentionsExtension else { return NameParts(stem: text, pathExtension: suffix) }
        guard !suffix.isEmpty, text.hasByteSuffix("." + suffix) else { return NameParts(text) }
        return NameParts(stem: String(decoding: text.utf8.dropLast(suffix.utf8.count + 1), as: UTF8.self), pathExtension: suffix)
    }

    private static func isFolder(_ name: String) -> Bool {
        name.utf8.elementsEqual(".".utf8) || name.utf8.elementsEqual("..".utf8)
    }
}

extension String {
    /// Whether the bytes end so; `hasSuffix` compares characters, and calls composed and decomposed letters the same.
    fileprivate func hasByteSuffix(_ suffix: String) -> Bool {
        utf8.count >= suffix.utf8.count && utf8.suffix(suffix.utf8.count).elementsEqual(suffix.utf8)
    }
}
