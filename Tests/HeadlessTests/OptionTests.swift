import DownloadCore
import Testing

@testable import Headless

struct OptionTests {
    private static let url = "https://a.example/f"

    @Test(arguments: OptionSample.all)
    func `every option is understood in each of its spellings`(sample: OptionSample) throws {
        #expect(!sample.spellings.isEmpty)
        for words in sample.spellings {
            let before = try BatchOptions.parse(words + [Self.url])
            let after = try BatchOptions.parse([Self.url] + words)
            #expect(sample.holds(before), "\(words)")
            #expect(before == after, "options may stand behind operands: \(words)")
            #expect(!sample.holds(try BatchOptions.parse([Self.url])), "it holds without the option too")
        }
    }

    @Test func `every option of the table has a sample`() {
        let others = Set(OptionTable.all.filter { $0.scope == .commands }.map(\.key)).union([.batch, .foreground, .help, .version, .detach])
        #expect(Set(OptionSample.all.map(\.key)).union(others) == Set(CommandOption.Key.allCases))
        #expect(Set(OptionTable.all.map(\.key)) == Set(CommandOption.Key.allCases))
        #expect(Set(OptionTable.all.compactMap(\.short)).count == OptionTable.all.compactMap(\.short).count)
    }

    @Test func `what was not given is empty`() throws {
        var expected = BatchOptions()
        expected.urls = [Self.url]
        #expect(try BatchOptions.parse([Self.url]) == expected)
    }

    @Test func `letters without values may stand together and the first with one takes the rest`() throws {
        let options = try BatchOptions.parse(["-qqj7", "-qx", "3", Self.url])
        #expect(options.quietness == 2)
        #expect(options.maximumConcurrentDownloads == 7)
        #expect(options.maximumConnections == 3)
    }

    @Test func `behind two dashes everything is an operand`() throws {
        let options = try BatchOptions.parse(["-q", "--", Self.url])
        #expect(options.urls == [Self.url])
        #expect(throws: UsageError.self) { try BatchOptions.parse(["--", Self.url, "-q"]) }
    }

    @Test func `the last of several values counts and headers add up`() throws {
        let options = try BatchOptions.parse(["-j1", "-H", "A: 1", "-j2", "-HB:2", Self.url, "-o", "{name}", "-ox.iso", "-d-"])
        #expect(options.maximumConcurrentDownloads == 2)
        #expect(options.headers == [HeaderField(name: "A", value: "1"), HeaderField(name: "B", value: "2")])
        #expect(options.outputName == "x.iso" && options.outputTemplate == nil)
        #expect(options.directory == "-")
    }

    @Test(arguments: [
        (["--max-conections", "4"], "There is no option '--max-conections'; did you mean --max-connections?"),
        (["--interv=3"], "There is no option '--interv'; did you mean --interval?"),
        (["--zzzzzzzzz"], "There is no option '--zzzzzzzzz'; see haul --help."),
        (["-Z"], "There is no option '-Z'; see haul --help."),
        (["-j"], "-j needs a value: -j N."),
        (["--progress"], "--progress needs a value: --progress auto|bar|plain|none."),
        (["--json=1"], "--json takes no value."),
        (["-j0"], "-j cannot be '0'; it must be a whole number from 1 to 1000."),
        (["-j", "99999999999999999999"], "-j cannot be '99999999999999999999'; it must be a whole number from 1 to 1000."),
        (["-j", "5x"], "-j cannot be '5x'; it must be a whole number from 1 to 1000."),
        (["-x", "+5"], "-x cannot be '+5'; it must be a whole number from 1 to 64."),
        (["--limit-rate", "5"], "'5' has no unit and would be 5 bytes a second; give 5K, 5M, or 5B if that is meant."),
        (["--limit-rate", "fast"], "--limit-rate cannot be 'fast'; it must be a rate such as 500K or 2M, or off."),
        (["--timeout=-1"], "--timeout cannot be '-1'; it must be a number of seconds such as 30 or 2.5."),
        (["--timeout=nan"], "--timeout cannot be 'nan'; it must be a number of seconds such as 30 or 2.5."),
        (["--timeout=1e3"], "--timeout cannot be '1e3'; it must be a number of seconds such as 30 or 2.5."),
        (["--disk-full", "maybe"], "--disk-full cannot be 'maybe'; it must be wait or fail."),
        (["-H", "secret"], "-H needs a header such as 'Name: value'."),
        (["-H", "A: b\r\nC: d"], "-H needs a header such as 'Name: value'."),
        (["-u", ":p"], "-u needs a name: NAME or NAME:PASSWORD."),
        (["-o", "../x"], "-o '../x': a file name cannot hold a slash; choose the folder with --directory."),
        (
            ["--session", "../x"],
            "--session cannot be '../x'; it must be letters, digits, -, _ and . only, at most 64, not beginning with a dot."
        ),
        (["--user-agent", "a\nb"], "--user-agent cannot hold control characters."),
        (["--detach"], "--detach works only with --background."),
        (["--ephemeral", "--session=a"], "--ephemeral cannot stand with --session."),
        (["--foreground"], "--foreground cannot stand with --batch."),
    ])
    func `a mistake is answered with one sentence`(words: [String], sentence: String) {
        #expect(throws: UsageError(sentence)) { try BatchOptions.parse([Self.url] + words) }
    }

    @Test func `a broken template says where`() throws {
        let error = #expect(throws: UsageError.self) { try BatchOptions.parse([Self.url, "-o", "a{nam}"]) }
        #expect(try #require(error).description.contains("{nam}"))
    }

    @Test func `a checksum stands for exactly one address`() throws {
        let checksum = "--checksum=md5=" + String(repeating: "a", count: 32)
        #expect(try BatchOptions.parse([checksum, Self.url]).checksum?.algorithm == .md5)
        for words in [[Self.url, Self.url], ["-i", "list"], [Self.url, "-i", "list"]] {
            #expect(throws: UsageError.self) { try BatchOptions.parse([checksum] + words) }
        }
    }

    @Test(arguments: ["off", "OFF", "0", "0K"])
    func `a rate can be off`(text: String) throws {
        #expect(try BatchOptions.parse(["--limit-rate", text, Self.url]).limitRate == 0)
    }

    @Test(arguments: ["", ".", "1.2.3", "1e3", "-1", "9999999999T", "1X", "K", "off ", String(repeating: "9", count: 1_000)])
    func `a rate is a number with at most a unit`(text: String) {
        #expect(OptionValue.rate(text) == nil)
    }

    @Test func `connections to a host are never fewer than those of a task`() throws {
        #expect(try BatchOptions.parse([Self.url]).connectionsPerHost(default: 8) == 8)
        #expect(try BatchOptions.parse([Self.url, "-x16", "-j9"]).connectionsPerHost(default: 8) == 16)
        #expect(try BatchOptions.parse([Self.url, "-x16", "--max-connections-per-host=2"]).connectionsPerHost(default: 8) == 2)
    }

    @Test func `options go before the configuration in a request`() throws {
        var defaults = RequestDefaults()
        (defaults.maxConnections, defaults.retries, defaults.userAgent) = (3, 9, "configured")
        (defaults.waitNetwork, defaults.diskFullWait, defaults.resumeWithoutValidator) = (true, true, .size)
        let plain = try BatchOptions.parse([Self.url]).request(urls: [Self.url], defaults: defaults)
        #expect(plain.maximumConnections == 3 && plain.retry.tries == 9 && plain.userAgent == "configured")
        #expect(plain.waitsForNetwork && plain.waitsForDisk && plain.resumeWithoutValidator == .size && plain.method == "GET")
        let words = ["-x2", "--retries=1", "--user-agent=mine", "--disk-full=fail", "--data=x", "-ume", Self.url]
        let special = try BatchOptions.parse(words).request(urls: [Self.url], defaults: defaults)
        #expect(special.maximumConnections == 2 && special.retry.tries == 1 && special.userAgent == "mine")
        #expect(!special.waitsForDisk && special.method == "POST" && special.credentials?.user == "me")
    }

    @Test func `messages are harmless and short`() throws {
        let hostile = "--\u{1B}[2J\u{202E}" + String(repeating: "x", count: 100_000)
        let error = try #require(#expect(throws: UsageError.self) { try BatchOptions.parse([hostile]) })
        #expect(error.description.utf8.count < 200)
        #expect(!error.description.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x202E })
    }
}
