import Headless
import Testing

@Suite struct SecretWordsTests {
    private func covered(_ words: String...) -> [String] {
        zip(words, SecretWords.ranges(in: words)).map { word, range in
            let bytes = Array(word.utf8).enumerated().map { range.contains($0.offset) ? UInt8(ascii: "*") : $0.element }
            return String(decoding: bytes, as: UTF8.self)
        }
    }

    @Test func `what is secret in a command line is covered, and nothing else`() {
        #expect(covered("--batch", "-u", "me:pw", "https://h/a") == ["--batch", "-u", "*****", "https://h/a"])
        #expect(
            covered("--user=me:pw", "-ume:pw", "--user-agent", "x", "--user-agent=y") == [
                "--user=*****", "-u*****", "--user-agent", "x", "--user-agent=y",
            ]
        )
        #expect(covered("-H", "A: b", "--header=C: d") == ["-H", "****", "--header=****"])
        #expect(covered("--proxy", "http://p:q@h:1", "--data=x") == ["--proxy", "**************", "--data=*"])
        #expect(covered("https://me:p@w@host:8/a@b?c=@d") == ["https://******@host:8/a@b?c=@d"])
        #expect(covered("https://host/a@b", "me@host", "://", "") == ["https://host/a@b", "me@host", "://", ""])
        #expect(covered("sftp://mé@h/") == ["sftp://***@h/"])
    }
}
