public import DownloadCore
import Screen

/// A published file, as the catalogue of its documents directory lists it.
public struct ListedFile: Sendable, Hashable {
    public var path: String
    public var originalName: String
    public var url: String?
    public var bytes: Int64

    /// `TYPE=HEX`.
    public var digest: String?
    public var time: WallTime

    /// The way to it below the documents directory, when it lies in a folder there; nil for one that lies in the directory itself.
    public var way: String?

    /// What became of it; nil when nobody looked.
    public var check: Check?

    /// What `haul files verify` finds.
    public enum Check: String, Sendable, Hashable, CaseIterable {
        /// Its digest is the one that was checked when it was published.
        case ok
        /// No digest is known; its length is right.
        case sizeOnly = "size-only"
        /// Its length or its digest is another one.
        case changed
        case missing
        /// It cannot be read.
        case unreadable
    }

    public init(
        path: String,
        originalName: String,
        url: String?,
        bytes: Int64,
        digest: String?,
        time: WallTime,
        check: Check? = nil
    ) {
        self.path = path
        self.originalName = originalName
        self.url = url
        self.bytes = bytes
        self.digest = digest
        self.time = time
        self.check = check
    }
}

/// Files as a table and as JSON: `haul files`.
public enum FileTable {
    public static func lines(_ files: [ListedFile], style: TextStyle) -> [String] {
        guard !files.isEmpty else { return [] }
        let isChecked = files.contains { $0.check != nil }
        var columns: [TextTable.Column] = isChecked ? [.init("CHECK")] : []
        columns += [
            .init("NAME", maximumWidth: 48), .init("ORIGINAL NAME", maximumWidth: 48), .init("SIZE", isRightAligned: true), .init("TIME"),
            .init("DIGEST", maximumWidth: 24), .init("SOURCE"),
        ]
        var table = TextTable(columns: columns, glyphs: style.glyphs)
        for file in files {
            var row = isChecked ? [file.check?.rawValue ?? ""] : []
            row += [
                file.way.map { Sanitizer.visible($0) } ?? Shown.fileName(file.path, style.glyphs), file.originalName,
                Shown.size(file.bytes), style.time(file.time),
                file.digest ?? "-", file.url.map(ShownAddress.of) ?? "-",
            ]
            table.append(row)
        }
        return table.lines(columns: style.columns, leaving: ["DIGEST", "TIME", "SIZE", "ORIGINAL NAME"])
    }

    public static func json(_ file: ListedFile) -> String {
        var object = JSONObject()
        object.add("v", 1)
        object.add("path", file.path)
        object.add("name", file.originalName)
        object.add("url", file.url.map(ShownAddress.of))
        object.add("bytes", file.bytes)
        object.add("digest", file.digest)
        object.add("time", Timestamp.milliseconds(file.time))
        if let check = file.check { object.add("check", check.rawValue) }
        return object.line
    }

    /// What standard error says when there is nothing to list.
    public static func emptiness(directory: String, query: String?) -> String {
        let place = Sanitizer.visible(directory)
        guard let query else { return "haul: nothing has been published in \(place) yet; haul add URL downloads into it." }
        return "haul: no file in \(place) has \(query.quoted) in its name or its address; haul files lists all."
    }

    /// How a check ended, for standard error.
    public static func summary(_ files: [ListedFile]) -> String {
        let counts = ListedFile.Check.allCases.compactMap { check -> String? in
            let count = files.count { $0.check == check }
            return count == 0 ? nil : "\(Format.count(count)) \(check.rawValue)"
        }
        var advice = files.contains { $0.check == .sizeOnly } ? "; size-only: no digest is known, and the size is right" : ""
        if files.contains(where: { $0.check == .changed }) { advice += "; what changed is not what was downloaded: fetch it again" }
        return "haul: " + counts.joined(separator: ", ") + advice + "."
    }

    /// 32 when a file is not what it was, 15 when one cannot be read; a missing file was moved or deleted by somebody, which is no fault.
    public static func status(_ files: [ListedFile]) -> Int32 {
        if files.contains(where: { $0.check == .changed }) { return Failure.Code.checksum.exitStatus }
        return files.contains { $0.check == .unreadable } ? Failure.Code.openFile.exitStatus : 0
    }
}
