@testable import BackgroundTransfer
import DownloadCore
import FoundationEssentials

/// Resume data that somebody kept, or made.
@_cdecl("LLVMFuzzerTestOneInput") public func fuzz(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    let bytes = Array(UnsafeRawBufferPointer(start: start, count: count))
    check(Data(bytes))
    // Behind a right checksum, or the fuzzer would never come there.
    var whole = Array("HAULPART".utf8) + [1] + bytes
    let sum = CRC32.checksum(whole)
    for shift in stride(from: 24, through: 0, by: -8) { whole.append(UInt8(truncatingIfNeeded: sum >> UInt32(shift))) }
    check(Data(whole))
    return 0
}

private func check(_ data: Data) {
    guard let read = try? ResumeData(dataRepresentation: data) else { return }
    demand(read.ticket.task.rawValue > 0 && read.ticket.offset >= 0 && read.url != nil, "\(read.ticket)")
    demand(read.ticket.total.map { $0 >= read.ticket.offset } ?? true, "\(read.ticket)")
    guard let again = ResumeData(read.ticket) else { fatalError("what was read cannot be written") }
    demand(again.ticket == read.ticket, "it changed on its way")
}
