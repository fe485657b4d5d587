import Documents
import DownloadCore
import Testing
import TestSupport

@Suite struct DigestTests {
    /// Of RFC 1321, RFC 3174 and FIPS 180-4.
    @Test(arguments: [
        (Checksum.Algorithm.md5, "", "d41d8cd98f00b204e9800998ecf8427e"),
        (.md5, "abc", "900150983cd24fb0d6963f7d28e17f72"),
        (.sha1, "", "da39a3ee5e6b4b0d3255bfef95601890afd80709"),
        (.sha1, "abc", "a9993e364706816aba3e25717850c26c9cd0d89d"),
        (.sha256, "", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
        (.sha256, "abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
        (
            .sha512, "abc",
            "ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f"
        ),
    ])
    func `known digests are confirmed and others refused`(algorithm: Checksum.Algorithm, text: String, hex: String) async throws {
        let bench = try Workbench()
        try await bench.download(1, text)
        let task = TaskID(rawValue: 1)
        try await bench.documents.verify(task, generation: 0, checksum: #require(Checksum(algorithm, hex: hex)))
        let wrong = try #require(Checksum(algorithm, hex: String(repeating: "0", count: hex.count)))
        do throws(Failure) {
            try await bench.documents.verify(task, generation: 0, checksum: wrong)
            Issue.record("a wrong digest was accepted")
        } catch {
            #expect(error.code == .checksum)
            #expect(error.detail.contains(hex) && error.detail.contains(wrong.hex))
        }
    }

    @Test func `a file of several pieces is read to its end`() async throws {
        let bench = try Workbench()
        try await bench.download(1, String(repeating: "a", count: 1_000_000))
        // The third vector of FIPS 180-2: a million times "a".
        let hex = "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"
        try await bench.documents.verify(TaskID(rawValue: 1), generation: 0, checksum: #require(Checksum(.sha256, hex: hex)))
        try await bench.download(2, String(repeating: "a", count: 2 << 20))
        #expect(
            await failureCode {
                try await bench.documents.verify(TaskID(rawValue: 2), generation: 0, checksum: #require(Checksum(.sha256, hex: hex)))
            } == .checksum
        )
    }
}
