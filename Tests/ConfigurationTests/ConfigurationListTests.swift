import Configuration
import DownloadCore
import Testing

/// The tables that may stand as often as wanted.
@Suite struct ConfigurationListTests {
    private func read(_ text: String, over previous: Settings = Settings()) -> ConfigurationFile {
        ConfigurationFile(parsing: text, file: "c.toml", over: previous)
    }

    private func errors(_ text: String) -> [String] { read(text).errors.map(\.description) }

    @Test(arguments: [("8:00", 480), ("08:00", 480), ("24:00", 1_440), ("8:0", nil), ("008:00", nil), ("24:01", nil), (":00", nil)])
    func `a time of day is written as people write it`(text: String, minutes: Int?) {
        let file = read("[[schedule]]\nfrom = \"\(text)\"\ndownloads = \"pause\"\n")
        #expect(file.settings.schedule.first?.from == minutes && file.errors.isEmpty == (minutes != nil))
    }

    @Test func `tables of each kind are read in their order`() throws {
        let file = read(
            """
            [downloads]
            retries = 3
            [[schedule]]
            days = ["mon", "Fri"]
            from = "08:00"
            to = "17:30"
            downloads = "pause"
            [[schedule]]
            days = "weekend"
            limit_rate = "off"
            [[rule]]
            extensions = ["ISO", "img"]
            hosts = "*.example.org"
            folder = "Images/Disks"
            naming = "{name}"
            [[hook]]
            event = ["finished", "failed"]
            session = "haul"
            command = ["/bin/echo", "a b", "$HOME"]
            timeout = "5s"
            [[group]]
            name = "nightly"
            max_concurrent = 2
            limit_rate = "1M"
            """
        )
        #expect(file.errors.map(\.description) == [])
        let settings = file.settings
        #expect(settings.downloads.retries == 3)
        #expect(
            settings.schedule == [
                .init(days: [.monday, .friday], from: 480, to: 1_050, effect: .pause),
                .init(days: [.saturday, .sunday], limit: .rate(nil)),
            ]
        )
        var rule = PublishRule()
        (rule.extensions, rule.hosts, rule.folder, rule.naming) = (["iso", "img"], ["*.example.org"], "Images/Disks", "{name}")
        #expect(settings.rules == [rule])
        let command = ["/bin/echo", "a b", "$HOME"]
        #expect(settings.hooks == [Hook([.finished, .failed], session: .haul, command: command, timeout: .seconds(5))])
        #expect(settings.groups == [DownloadGroup(name: "nightly", maximumConcurrent: 2, rateLimit: 1 << 20)])
        // What is shown of it is the same again.
        let again = read(ConfigurationFile.text(of: settings))
        #expect(again.errors.map(\.description) == [])
        #expect(again.settings == settings)
    }

    @Test(arguments: [
        ("[[schedule]]\nfrom = \"25:00\"", "c.toml:2:1: schedule.from: expected a time of day such as \"22:30\""),
        ("[[schedule]]\ndays = [\"mon\", \"day\"]\n", "c.toml:2:16: schedule.days: expected a day such as \"mon\", \"weekdays\""),
        ("[[schedule]]\ndays = []\ndownloads = \"only\"", "c.toml:2:1: schedule.days: expected at least one day"),
        ("\n[[schedule]]\nfrom = \"01:00\"", "c.toml:2:1: schedule: it changes nothing; expected downloads = \"pause\""),
        ("[[schedule]]\nform = \"01:00\"", "c.toml:2:1: schedule.form: there is no such key here; did you mean from?"),
        ("[schedule]\nfrom = \"01:00\"", "c.toml:2:1: schedule: expected tables, each under a line [[schedule]]"),
        ("schedule = 3", "c.toml:1:1: schedule: expected tables, each under a line [[schedule]]"),
        ("[[schedul]]\nfrom = \"01:00\"", "c.toml:1:1: schedul[0]: there are no such tables; did you mean [[schedule]]?"),
        ("[[downloads]]\nretries = 1", "c.toml:1:1: downloads[0]: this is a section: write [downloads] with one pair of brackets"),
        ("[[rule]]\nfolder = \"x\"", "c.toml:1:1: rule: it is for no file; expected extensions, types, hosts or sessions"),
        ("[[rule]]\ntypes = [\"video/*\"]", "c.toml:1:1: rule: it changes nothing; expected folder or naming"),
        ("[[rule]]\nfolder = \"../x\"", "c.toml:2:1: rule.folder: expected a folder below the documents directory"),
        ("[[rule]]\nfolder = \"/x\"", "c.toml:2:1: rule.folder: expected"),
        ("[[rule]]\nfolder = \".haul\"", "c.toml:2:1: rule.folder: expected"),
        ("[[rule]]\ntypes = \"video\"", "c.toml:2:1: rule.types: expected a list of media types"),
        ("[[hook]]\nevent = \"finished\"", "c.toml:1:1: hook: command is missing"),
        ("[[hook]]\ncommand = [\"true\"]", "c.toml:1:1: hook.event: expected at least one event"),
        ("[[hook]]\ncommand = \"rm -rf x\"", "c.toml:2:1: hook.command: expected a list of a program and its arguments"),
        ("[[hook]]\ncommand = []", "c.toml:2:1: hook.command: expected a list"),
        ("[[group]]\nmax_concurrent = 0\n", "c.toml:2:1: group.max_concurrent: expected a whole number from 1 to 1000"),
        ("[[group]]\nlimit_rate = \"1M\"", "c.toml:1:1: group: name is missing"),
        (
            "[[group]]\nname = \"a\"\n[[group]]\nname = \"b\"\n[[group]]\nname = \"a\"\n",
            "c.toml:6:1: group.name: there is a [[group]] of this name already, in line 1"
        ),
        (
            "[[rule]]\nfolder = \"x\"\nextensions = [\"iso\",\n 5]",
            "c.toml:4:2: rule.extensions: expected an extension without a dot in the list, not the number 5"
        ),
        ("[[rule]]\nfolder = \"x\"\nhosts = [\"*.1\"]", "c.toml:3:10: rule.hosts: expected a host, or \"*.\" and the end of its name,"),
        ("[[rule]]\nfolder = \"x\"\nhosts = \"*\"", "c.toml:3:1: rule.hosts: expected a list of hosts, or one of them, not the text \"*\""),
        (
            "[[rule]]\ntypes = \"a/b\"\nnaming = \"{nam}\"",
            "c.toml:3:1: rule.naming: the text \"{nam}\" is no name template: unknown placeholder {nam}; expected one of {timestamp}"
        ),
        (
            "[[hook]]\ncommand = [\"x\"]\nevent = [\"finished\", \"finshed\"]",
            "c.toml:3:22: hook.event: expected one of started, finished, failed, cancelled, all-done in the list, not the text \"finshed\""
        ),
        ("[[hook]]\ncommand = [\"x\", 1]\nevent = \"failed\"", "c.toml:2:17: hook.command: expected a text in the list, not the number 1"),
    ])
    func `what is wrong is told with its place`(text: String, error: String) {
        let found = errors(text)
        #expect(found.first?.hasPrefix(error) == true, "\(found)")
        #expect(found.count == 1, "\(found)")
    }

    @Test func `the second table's faults have its place`() {
        let found = errors("[[group]]\nname = \"a\"\n\n[[group]]\nname = \"b c\"\nmax_concurrent = \"x\"\n")
        #expect(found.count == 2)
        #expect(found.first?.hasPrefix("c.toml:5:1: group.name:") == true, "\(found)")
        #expect(found.last?.hasPrefix("c.toml:6:1: group.max_concurrent:") == true, "\(found)")
    }

    @Test func `a list with a fault stays as it was, as a whole`() {
        var previous = Settings()
        previous.groups = [DownloadGroup(name: "old")]
        let file = read("[[group]]\nname = \"new\"\n[[group]]\nname = \"\"\n[downloads]\nretries = 9", over: previous)
        #expect(file.errors.count == 1)
        #expect(file.settings.groups == previous.groups)
        #expect(file.settings.downloads.retries == 9)
        #expect(read("group = []", over: previous).settings.groups == [])
        #expect(read("", over: previous).settings.groups == previous.groups)
    }

    @Test func `tables in braces are tables as well, and a quoted name is not one`() {
        #expect(read("group = [{name = \"a\"}, {name = \"b\", max_concurrent = 1}]").settings.groups.map(\.name) == ["a", "b"])
        #expect(errors("\"group[0]\" = 1").count == 1)
    }

    @Test func `every example says something that is right`() {
        for list in ConfigurationList.all {
            // One at a time: a window that is open only at night cannot be closed then as well.
            let lines = list.keys.map { "\($0.name) = \($0.example)" }.joined(separator: "\n")
            let found = errors("[[\(list.name)]]\n" + lines)
            #expect(found == [])
        }
    }
}
