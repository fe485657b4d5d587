import DownloadCore
import FoundationEssentials
import TestSupport
import Testing

@testable import BackgroundTransfer

@Suite("Resume data")
struct ResumeDataTests {
    let ticket = ResumeTicket(
        store: "9C6B0E5A-0000-4000-8000-000000000000",
        task: TaskID(rawValue: 12),
        url: "https://example.com/ä.iso?x=1",
        etag: "\"abc\"",
        lastModified: "Mon, 30 Nov 2026 08:00:00 GMT",
        total: 8_388_608,
        offset: 3_000_000
    )

    @Test("row 45: what was written is read again, also through a coder")
    func roundTrip() throws {
        let data = try #require(ResumeData(ticket))
        #expect(try ResumeData(dataRepresentation: data.dataRepresentation).ticket == ticket)
        let coded = try JSONDecoder().decode(ResumeData.self, from: JSONEncoder().encode(data))
        #expect(coded == data && coded.ticket == ticket)
        // A part of something larger has its own indices.
        let slice = (Data("xx".utf8) + data.dataRepresentation).dropFirst(2)
        #expect(try ResumeData(dataRepresentation: slice).ticket == ticket)
    }

    @Test("row 48: anything else is refused at once")
    func invalid() async throws {
        let good = try #require(ResumeData(ticket)).dataRepresentation
        var wrong: [Data] = [Data(), Data("HAULPART".utf8), Data(repeating: 0, count: 64), good + [0], good.dropLast(), good.dropFirst()]
        var random = SeededRandom(seed: 45)
        for index in good.indices {
            var damaged = good
            damaged[index] ^= UInt8.random(in: 1...255, using: &random)
            wrong.append(damaged)
        }
        for _ in 0..<2000 {
            wrong.append(Data((0..<Int.random(in: 0...400, using: &random)).map { _ in UInt8.random(in: 0...255, using: &random) }))
            wrong.append(good.prefix(Int.random(in: 0..<good.count, using: &random)))
        }
        for data in wrong {
            #expect(await code { _ = try ResumeData(dataRepresentation: data) } == .invalidResumeData)
        }
    }

    @Test("row 48: a sound wrapping does not make nonsense valid")
    func implausible() async throws {
        func wrapped(_ json: String) -> Data {
            let body = Array("HAULPART".utf8) + [1] + Array(json.utf8)
            let sum = CRC32.checksum(body)
            return Data(body + (0..<4).map { UInt8(truncatingIfNeeded: sum >> UInt32(24 - 8 * $0)) })
        }
        let cases = [
            #"{"store":"s","task":1,"url":"http://example.com/","offset":5,"total":4}"#,
            #"{"store":"s","task":1,"url":"http://example.com/","offset":-1}"#,
            #"{"store":"s","task":0,"url":"http://example.com/","offset":1}"#,
            #"{"store":"","task":1,"url":"http://example.com/","offset":1}"#,
            #"{"store":"s","task":1,"url":"file:///etc/passwd","offset":1}"#,
            #"{"store":"s","task":1,"url":"http://example.com/","offset":99999999999999999999}"#,
            "[]", "", String(repeating: "[", count: 100_000),
        ]
        for json in cases {
            #expect(await code { _ = try ResumeData(dataRepresentation: wrapped(json)) } == .invalidResumeData)
        }
        let good = wrapped(#"{"store":"s","task":1,"url":"http://example.com/","offset":1}"#)
        #expect(try ResumeData(dataRepresentation: good).ticket.offset == 1)
    }

    @Test("the checksum is that of gzip")
    func checksum() {
        #expect(CRC32.checksum(Array("123456789".utf8)) == 0xCBF4_3926)
    }
}
