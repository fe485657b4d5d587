import Testing

@testable import Headless

struct TopLevelTests {
    private static let url = "https://a.example/f"

    private static func dashboard(_ urls: [String], isForeground: Bool = false) -> TopLevel {
        var options = BatchOptions()
        options.urls = urls
        return .dashboard(urls: urls, options: options, isForeground: isForeground)
    }

    @Test(
        arguments: [
            ([], dashboard([])),
            (["--foreground"], dashboard([], isForeground: true)),
            ([url, url], dashboard([url, url])),
            (["--help"], .help(.overview)),
            (["-h"], .help(.overview)),
            (["--batch", "--help"], .help(.batch)),
            (["config", "--help"], .help(.command(.config))),
            (["help"], .help(.overview)),
            (["help", "batch"], .help(.batch)),
            (["help", "exit-status"], .help(.exitStatus)),
            (["--version"], .version),
            (["-V"], .version),
            (["man"], .manual),
            (["completions", "zsh"], .completions(.zsh)),
            (["config", "check"], .configuration(.check, file: nil)),
            (["config", "--config=a.toml", "show"], .configuration(.show, file: "a.toml")),
        ] as [([String], TopLevel)]
    )
    func `a command line is understood`(words: [String], expected: TopLevel) throws {
        #expect(try TopLevel.parse(words) == expected)
    }

    @Test func `a dashboard in this process has a store and limits of its own`() throws {
        let command = try TopLevel.parse(["--foreground", "--session=a", "-j3", Self.url])
        guard case .dashboard(_, let options, true) = command else { return #expect(Bool(false), "\(command)") }
        #expect(options.session == "a" && options.maximumConcurrentDownloads == 3)
    }

    @Test(arguments: [["--batch", url], [url, "--batch"]])
    func `the word batch may stand anywhere`(words: [String]) throws {
        var options = BatchOptions()
        options.urls = [Self.url]
        #expect(try TopLevel.parse(words) == .batch(options))
    }

    @Test(arguments: [
        (["comfig"], "There is no command 'comfig'; did you mean haul config?"),
        (["lorem"], "'lorem' is neither a command nor an address; see haul --help."),
        (["example.com/a.iso"], "'example.com/a.iso' is no address; did you mean 'https://example.com/a.iso'?"),
        (["--batch", "a b"], "'a b' is no address; an address begins like https://."),
        (["--batch", "man"], "'man' is no address; an address begins like https://."),
        (["--batch"], "There is nothing to download; give an address or a list with -i FILE."),
        (["--json", url], "--json works only with --batch."),
        (["-j3", url], "-j works only with --batch or --foreground."),
        (["config"], "What haul config is to do is missing: haul config check|show|path|keys."),
        (["config", "chek"], "haul config does not know 'chek'; did you mean check?"),
        (["config", "zzzzz"], "haul config does not know 'zzzzz'; it is haul config check|show|path|keys."),
        (["completions", "bsh"], "haul completions does not know 'bsh'; did you mean bash?"),
        (["man", "x"], "haul man does not take 'x'."),
        (["config", "check", "x"], "haul config does not take 'x'."),
        (["man", "-j5"], "haul man does not take -j; see haul man --help."),
    ])
    func `a mistake is answered with one sentence`(words: [String], sentence: String) {
        #expect(throws: UsageError(sentence)) { try TopLevel.parse(words) }
    }
}
