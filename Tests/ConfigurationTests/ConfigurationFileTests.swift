import Configuration
import DownloadCore
import TestSupport
import Testing

@Suite struct ConfigurationFileTests {
    func errors(_ text: String) -> [String] {
        ConfigurationFile(parsing: text, file: "c.toml").errors.map(\.description)
    }

    @Test func `an empty file gives the defaults`() {
        let file = ConfigurationFile(parsing: "", file: "c.toml")
        #expect(file.settings == Settings())
        #expect(file.errors.isEmpty)
    }

    @Test func `every key is read`() {
        let file = ConfigurationFile(
            parsing: """
                naming = "{timestamp}-{name}"
                documents.directory = "/srv/files"
                [downloads]
                max_concurrent = 2
                max_connections = 3
                max_connections_per_host = 4
                limit_rate = "2MiB"
                lowest_speed = 1000
                connect_timeout = "1m"
                timeout = 2.5
                retries = 0
                user_agent = "test/1"
                disk_full = "wait"
                [network]
                proxy = "none"
                ca_file = "/etc/ca.pem"
                wait = true
                [resume]
                without_validator = "size"
                [publish]
                origin_query = true
                [dashboard]
                refresh_rate = 3
                color = "never"
                ascii = true
                theme = "high-contrast"
                units = "bits"
                mouse = false
                notify = "bell"
                [batch]
                progress = "plain"
                interval = 30
                [agent]
                idle_exit = "7d"
                [keys]
                pause = ["p", "F5"]
                add = "a"
                mark_all = []
                """,
            file: "c.toml"
        )
        #expect(file.errors.isEmpty)
        var expected = Settings()
        expected.naming = "{timestamp}-{name}"
        expected.documents.directory = "/srv/files"
        expected.downloads.maximumConcurrent = 2
        expected.downloads.maximumConnections = 3
        expected.downloads.maximumConnectionsPerHost = 4
        expected.downloads.rateLimit = 2 << 20
        expected.downloads.lowestSpeed = 1000
        expected.downloads.connectTimeout = .seconds(60)
        expected.downloads.timeout = .milliseconds(2500)
        expected.downloads.retries = 0
        expected.downloads.userAgent = "test/1"
        expected.downloads.diskFull = .wait
        expected.network.proxy = "none"
        expected.network.certificateAuthorities = "/etc/ca.pem"
        expected.network.waits = true
        expected.resume.withoutValidator = .size
        expected.publish.keepsOriginQuery = true
        expected.dashboard.refreshRate = 3
        expected.dashboard.color = .never
        expected.dashboard.isASCII = true
        expected.dashboard.theme = "high-contrast"
        expected.dashboard.usesMouse = false
        expected.dashboard.notify = .bell
        expected.keys = ["pause": ["p", "F5"], "add": ["a"], "mark_all": []]
        expected.dashboard.units = .bits
        expected.batch.progress = .plain
        expected.batch.interval = .seconds(30)
        expected.agent.idleExit = .seconds(7 * 86_400)
        #expect(file.settings == expected)
        #expect(ConfigurationFile(parsing: ConfigurationFile.text(of: expected), file: "").settings == expected)
    }

    @Test(arguments: [
        ("downloads.retires = 1", "c.toml:1:11: downloads.retires: there is no such key; did you mean downloads.retries?"),
        ("\n[dashbord]\ntheme = \"dark\"", "c.toml:3:1: dashbord.theme: there is no such key; did you mean dashboard.theme?"),
        ("colour_of_the_sky = 1", "c.toml:1:1: colour_of_the_sky: there is no such key; haul config keys lists them"),
        ("downloads = 3", "c.toml:1:1: downloads: this is a section: write [downloads] on a line of its own and its keys below"),
        (
            "[downloads.retries]\nmost = 3",
            "c.toml:2:1: downloads.retries.most: downloads.retries is no section: expected a whole number from 0 to 1000"
        ),
        (
            "[downloads]\n  retries = \"many\"",
            "c.toml:2:3: downloads.retries: expected a whole number from 0 to 1000, not the text \"many\""
        ),
        ("downloads.retries = -1", "c.toml:1:11: downloads.retries: expected a whole number from 0 to 1000, not the number -1"),
        ("network.wait = 1", "c.toml:1:9: network.wait: expected true or false, not the number 1"),
        ("network.wait = [true]", "c.toml:1:9: network.wait: expected true or false, not a list"),
        (
            "batch.progress = \"dots\"",
            "c.toml:1:7: batch.progress: expected one of \"auto\", \"bar\", \"plain\", \"none\", not the text \"dots\""
        ),
        ("naming = 2026-11-30", "c.toml:1:1: naming: expected a name template, not a date"),
        (
            "documents.directory = \"files\"",
            "c.toml:1:11: documents.directory: expected an absolute path, or one that begins with ~/, not the text \"files\""
        ),
        (
            "dashboard.theme = \"../x\"",
            "c.toml:1:11: dashboard.theme: expected the name of a theme: small letters, digits, - and _, not the text \"../x\""
        ),
        ("[keys]\npause = 3", "c.toml:2:1: keys.pause: expected a list of keys such as [\"p\", \"F5\"], or one key, not the number 3"),
        (
            "[keys]\npause = [\"p\",\n  [\"q\"]]",
            "c.toml:3:3: keys.pause: expected a list of keys such as [\"p\", \"F5\"], or one key, not a list"
        ),
        ("keys = 3", "c.toml:1:1: keys: this is a section: write [keys] on a line of its own and its keys below"),
        (
            "batch.interval = \"soon\"",
            "c.toml:1:7: batch.interval: expected seconds, or a time such as \"30s\", \"5m\", \"1h\" or \"7d\", from 1s to 1d, "
                + "not the text \"soon\""
        ),
        (
            "downloads.limit_rate = \"fast\"",
            "c.toml:1:11: downloads.limit_rate: expected a rate such as \"500K\", \"2M\", \"80Mbit\" or \"off\" (bytes a second, K = 1024), "
                + "not the text \"fast\""
        ),
        (
            "\"downloads.retries\" = 1",
            "c.toml:1:1: \"downloads.retries\": there is no such key; did you mean downloads.retries?"
        ),
    ])
    func `a wrong key says where it is and what was expected`(text: String, error: String) {
        #expect(errors(text) == [error])
    }

    @Test(arguments: [
        ("naming = timestamp", "1:11: \"naming = timestamp\" cannot be read: expected KEY = VALUE, a text in double quotes"),
        ("\n[downloads\nretries = 1", "2:11: \"[downloads\" cannot be read: expected [SECTION] or [[TABLE]] on a line of its own"),
        ("[downloads]\n  retries 5", "2:11: \"retries 5\" cannot be read: expected KEY = VALUE, [SECTION], or # before a comment"),
        ("[downloads]\nretries = 5\nretries = 6", "3:11: \"retries = 6\" cannot be read: it is in the file already; take one of both out"),
        ("\u{1}", "1:1: \"\\u{01}\" cannot be read: expected KEY = VALUE, [SECTION]"),
    ])
    func `a text that is not TOML is told with its line, and what could stand there`(text: String, error: String) {
        let found = errors(text)
        #expect(found.count == 1 && found.first?.hasPrefix("c.toml:" + error) == true, "\(found)")
    }

    @Test func `a template that makes no sense says what of it`() {
        let found = errors("naming = \"{date} x\"")
        let why = "{date} without a format; expected one such as {date:%Y-%m-%d}"
        #expect(found == ["c.toml:1:1: naming: the text \"{date} x\" is no name template: \(why)"])
    }

    @Test(arguments: ["a =", "[a", "a = 1\na = 2", "\"", "a = \u{1}", "a = 99999999999999999999"])
    func `a text that is not TOML is one error with a place`(text: String) throws {
        let file = ConfigurationFile(parsing: text, file: "c.toml")
        let error = try #require(file.errors.first)
        #expect(file.errors.count == 1)
        #expect(error.key == nil)
        #expect(error.line >= 1 && error.column >= 1)
        #expect(file.settings == Settings())
    }

    @Test(arguments: ["a.= 1", "a.\u{7f} = 1", "[a.\u{7f}]", "a. = 1", "[a.]", "a = {b. = 1}", "a.\u{1} = 1"])
    func `a key that ends early is an error on its line`(text: String) {
        let file = ConfigurationFile(parsing: "network.wait = true\n\n\(text)\nresume.without_validator = \"size\"\n", file: "c.toml")
        #expect(file.errors.map(\.line) == [3])
    }

    @Test func `all errors are told, and right keys count beside wrong ones`() {
        var previous = Settings()
        previous.downloads.retries = 9
        let text = "downloads.retries = false\nx = 1\ndownloads.max_concurrent = 7\nbatch.interval = 0\n"
        let file = ConfigurationFile(parsing: text, file: "c.toml", over: previous)
        #expect(file.errors.map(\.line) == [1, 2, 4])
        #expect(file.settings.downloads.retries == 9)
        #expect(file.settings.downloads.maximumConcurrent == 7)
    }

    @Test func `the number of errors is bounded`() {
        let text = (0..<5000).map { "wrong\($0) = 1" }.joined(separator: "\n")
        #expect(errors(text).count == 100)
    }

    @Test(arguments: [
        String(repeating: "a.", count: 100_000) + "a = 1",
        "[" + String(repeating: "a.", count: 100_000) + "a]",
        "a = " + String(repeating: "[", count: 100_000),
        "a = " + String(repeating: "{a=", count: 100_000),
        String(repeating: "a", count: 2 << 20),
    ])
    func `deep and long texts are refused before they can do harm`(text: String) {
        #expect(ConfigurationFile(parsing: text, file: "c.toml").errors.count == 1)
    }

    @Test func `the deepest text that is accepted is one unknown key`() {
        let key = String(repeating: "a.", count: 32) + "a"
        let text = "[\(key)]\n" + String(repeating: "\(key) = {", count: 15) + "a = 1" + String(repeating: "}", count: 15)
        #expect(ConfigurationFile(parsing: text, file: "c.toml").errors.map(\.line) == [2])
    }

    @Test func `dots in strings and comments are no depth`() {
        let dots = String(repeating: ".", count: 500)
        #expect(errors("# \(dots)\nnaming = \"\(dots)\"\n").isEmpty)
        #expect(errors("naming = '\(dots)' # '\(dots)\n").isEmpty)
    }

    @Test(arguments: 0..<40 as Range<UInt64>)
    func `damaged files end in settings and errors, never in a trap`(seed: UInt64) {
        var random = SeededRandom(seed: seed)
        let alphabet = Array("[]{}=.\"'\\#,\n\r\t abu0179-+:_TZ\u{0}\u{7f}é☃".unicodeScalars)
        for _ in 0..<50 {
            var scalars = Array(ConfigurationFile.example.unicodeScalars)
            for _ in 0..<Int.random(in: 1...8, using: &random) {
                let place = Int.random(in: 0..<scalars.count, using: &random)
                switch Int.random(in: 0..<3, using: &random) {
                case 0: scalars[place] = alphabet.randomElement(using: &random) ?? " "
                case 1: scalars.insert(alphabet.randomElement(using: &random) ?? " ", at: place)
                default: scalars.removeSubrange(place..<min(scalars.count, place + 20))
                }
            }
            var text = String.UnicodeScalarView()
            text.append(contentsOf: scalars)
            let file = ConfigurationFile(parsing: String(text), file: "c.toml")
            for error in file.errors {
                #expect(error.description.unicodeScalars.allSatisfy { $0.value >= 32 && $0.value != 127 })
            }
        }
    }
}
