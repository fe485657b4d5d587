import Glibc
import TestSupport
import Testing

@testable import Platform

/// A socket for packets stands for the terminal: each write is a packet of its own there.
@Suite struct GatheredOutputTests {
    private let reading: Int32
    private let output: GatheredOutput

    init() throws {
        var ends: [Int32] = [-1, -1]
        #expect(socketpair(AF_UNIX, Int32(SOCK_SEQPACKET.rawValue) | Int32(SOCK_NONBLOCK.rawValue), 0, &ends) == 0)
        reading = ends[0]
        output = try GatheredOutput(to: ends[1])
    }

    private func write(_ text: String) {
        _ = Glibc.write(output.descriptor, text, text.utf8.count)
    }

    private func packet() -> String? {
        var buffer = [UInt8](repeating: 0, count: 4_096)
        let count = read(reading, &buffer, buffer.count)
        return count < 0 ? nil : String(decoding: buffer.prefix(count), as: UTF8.self)
    }

    @Test func `pieces are held back and come as one, again and again`() {
        for round in 0..<3 {
            let gathered = output.gather {
                for piece in 0..<40 { write("\(round)-\(piece) ") }
            }
            #expect(packet() == nil)
            #expect(gathered.map { String(decoding: $0, as: UTF8.self) } == (0..<40).map { "\(round)-\($0) " }.joined())
        }
        #expect(output.gather {} == [])
    }

    @Test func `what is written outside goes through at once`() {
        _ = output.gather { write("held back") }
        write("one")
        write("two")
        #expect(packet() == "one")
        #expect(packet() == "two")
    }
}
