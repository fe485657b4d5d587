import Configuration

/// The configuration: whatever it holds ends in settings and errors.
@_cdecl("LLVMFuzzerTestOneInput") public func fuzz(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    let text = String(decoding: UnsafeRawBufferPointer(start: start, count: count), as: UTF8.self)
    let file = ConfigurationFile(parsing: text, file: "c.toml")
    for error in file.errors {
        let isHarmless = error.description.unicodeScalars.allSatisfy { $0.value >= 32 && !(0x7F...0x9F).contains($0.value) }
        demand(isHarmless && error.description.hasPrefix("c.toml:"), "\(error.description.debugDescription)")
    }
    demand(file.settings.downloads.maximumConnections >= 1, "no connections")
    return 0
}
