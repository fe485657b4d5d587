import DownloadCore

/// `Content-Disposition`, the path of an address and a media type, to a name in a folder.
@_cdecl("LLVMFuzzerTestOneInput") public func fuzz(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    var pieces = Pieces(UnsafeRawBufferPointer(start: start, count: count))
    let hints = NameHints(
        contentDisposition: HeaderText.decode(pieces.next()),
        url: pieces.text(),
        mediaType: HeaderText.decode(pieces.next())
    )
    let shown = FileName.displayName(hints: hints)
    demand(isComponent(shown) && !shown.hasPrefix(".") && !shown.hasPrefix("-"), "\(shown.debugDescription)")
    for scalar in shown.unicodeScalars {
        let category = scalar.properties.generalCategory
        demand(category != .control && category != .format, "\(shown.debugDescription)")
    }
    let template = (try? NameTemplate(parsing: pieces.text())) ?? .original
    let time = WallTime(nanoseconds: pieces.number())
    let collisions = Int(truncatingIfNeeded: pieces.number())
    for chosen in [nil, pieces.text()] {
        let made = FileName.make(
            template: template,
            hints: hints,
            chosen: chosen,
            time: time,
            task: TaskID(rawValue: 7),
            collisions: max(0, collisions)
        )
        demand(isComponent(made), "\(made.debugDescription)")
    }
    return 0
}

private func isComponent(_ name: String) -> Bool {
    let bytes = name.utf8
    return (1...255).contains(bytes.count) && name != "." && name != ".." && !bytes.contains(0) && !bytes.contains(UInt8(ascii: "/"))
}
