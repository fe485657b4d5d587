/// The options of `headless.md` section 1: the one place from which parsing, help, manual and completions are made.
enum OptionTable {
    static let all: [CommandOption] = mode + downloads + request + transfer + session + agent + output + general

    static func option(long name: some StringProtocol) -> CommandOption? {
        CommandOption.Key(rawValue: String(name)).flatMap { byKey[$0] }
    }

    static func option(short letter: Character) -> CommandOption? {
        byLetter[letter]
    }

    private static let byKey = Dictionary(all.map { ($0.key, $0) }) { first, _ in first }
    private static let byLetter = Dictionary(all.compactMap { option in option.short.map { ($0, option) } }) { first, _ in first }

    private static let mode = [
        make(.batch, in: .mode, "run the downloads to the end without the dashboard"),
        make(.foreground, in: .mode, for: .dashboard, "run the dashboard in this process, without the agent"),
    ]

    private static let downloads = [
        make(.directory, "d", .directory("DIR"), in: .downloads, "documents directory", "~/Documents/Haul"),
        make(.inputFile, "i", .file("FILE"), in: .downloads, for: .batch, "list of entries, - for standard input; gzip allowed"),
        make(.maximumConcurrentDownloads, "j", .text("N"), in: .downloads, for: .ownProcess, "tasks at once", "5"),
        make(.maximumConnections, "x", .text("N"), in: .downloads, "connections per task", "8"),
        make(
            .maximumConnectionsPerHost,
            nil,
            .text("N"),
            in: .downloads,
            for: .ownProcess,
            "connections to one host over all tasks",
            "8, at least -x and -j when those are given"
        ),
        make(
            .out,
            "o",
            .text("TEMPLATE"),
            in: .downloads,
            "name template such as '{date:%Y-%m-%d} {name}', timestamp or original",
            "timestamp"
        ),
        make(.checksum, nil, .text("TYPE=HEX"), in: .downloads, "digest that the file must have: md5, sha-1, sha-256 or sha-512"),
        make(.requireResume, in: .downloads, "end with 8 rather than start a partial download over"),
        make(.diskFull, nil, .choice(["wait", "fail"]), in: .downloads, "wait for room, or end with 9", "fail"),
        make(
            .onFinish,
            nil,
            .text("COMMAND"),
            in: .downloads,
            for: .batch,
            "run a program for each file that has finished: words with quotes, no shell; HAUL_PATH and more in its environment"
        ),
    ]

    private static let request = [
        make(.header, "H", .text("'K: V'"), in: .request, "request header, repeatable; never sent to another host"),
        make(.user, "u", .text("NAME[:PASSWORD]"), in: .request, "credentials; a missing password is asked for on a terminal"),
        make(.netrc, in: .request, "credentials from ~/.netrc"),
        make(.loadCookies, nil, .file("FILE"), in: .request, "cookies from a file in the Netscape format"),
        make(.method, nil, .text("METHOD"), in: .request, "request method", "GET, POST with --data"),
        make(.data, nil, .text("TEXT"), in: .request, "request body, up to 1 MiB"),
        make(.userAgent, nil, .text("TEXT"), in: .request, "the program's name in requests"),
        make(.referer, nil, .text("URL"), in: .request, "the page that linked to the file"),
        make(.proxy, nil, .text("URL"), in: .request, "proxy for every request"),
        make(.cacert, nil, .file("FILE"), in: .request, "certificate authorities to trust, in PEM form"),
        make(.insecure, in: .request, "accept any certificate"),
    ]

    private static let transfer = [
        make(
            .limitRate,
            nil,
            .text("RATE"),
            in: .transfer,
            for: .ownProcess,
            "bytes a second over all tasks, such as 500K or 2M (K = 1024)",
            "off"
        ),
        make(.lowestSpeed, nil, .text("RATE"), in: .transfer, "give up a try that stays below this for --timeout", "0"),
        make(.retries, nil, .text("N"), in: .transfer, "tries after transient failures, for each stretch without progress", "5"),
        make(.connectTimeout, nil, .text("SECONDS"), in: .transfer, "longest time to connect", "30"),
        make(.timeout, nil, .text("SECONDS"), in: .transfer, "longest time without a byte", "60"),
        make(.waitNetwork, in: .transfer, "a lost network waits and spends no tries"),
        make(.discretionary, in: .transfer, "wait for mains power, a network that is not metered, and little load"),
        make(.noMetered, in: .transfer, "not over a network that costs by volume"),
        make(.noCellular, in: .transfer, "not over a mobile network"),
        make(.noConstrained, in: .transfer, "not while conditions.save_data is set"),
    ]

    private static let session = [
        make(
            .session,
            nil,
            .text("NAME"),
            in: .session,
            for: .ownProcess,
            "name of the store",
            "derived from the documents directory"
        ),
        make(.ephemeral, in: .session, for: .ownProcess, "keep no state"),
        make(.background, in: .session, for: .batch, "hand the run to the agent and wait for it"),
        make(.detach, in: .session, for: .batch, "with --background: do not wait"),
    ]

    private static let agent = [
        make(.all, in: .agent, for: .commands, "all tasks"),
        make(.priority, nil, .choice(["low", "normal", "high"]), in: .agent, for: .commands, "which tasks go first", "normal"),
        make(.at, nil, .text("TIME"), in: .agent, for: .commands, "start later: 18:30 (9:05 and 24:00 too), +2h or 2026-12-24T18:00:00Z"),
        make(.paused, in: .agent, for: .commands, "wait for haul resume"),
        make(.group, nil, .text("NAME"), in: .agent, for: .commands, "share the caps of this group: [[group]] in the configuration"),
        make(
            .alternative,
            nil,
            .choice(["on", "off"]),
            in: .agent,
            for: .commands,
            "switch the alternative limit on or off: downloads.alternative_limit_rate"
        ),
        make(.yes, "y", in: .agent, for: .commands, "do not ask"),
        make(.url, nil, .text("URL"), in: .agent, for: .commands, "the address to go on from"),
        make(.probe, nil, .text("URL"), in: .agent, for: .commands, "ask this server for one byte and say whether it can resume"),
    ]

    private static let output = [
        make(.json, in: .output, for: .batch, "JSON lines on standard output, nothing else there"),
        make(
            .progress,
            nil,
            .choice(["auto", "bar", "plain", "none"]),
            in: .output,
            for: .batch,
            "how progress is shown on standard error",
            "auto"
        ),
        make(.interval, nil, .text("S"), in: .output, for: .batch, "seconds between summary lines", "10"),
        make(.quiet, "q", in: .output, for: .batch, "errors only; -qq nothing"),
        make(.noColor, in: .output, "no colours"),
        make(.ascii, in: .output, "no characters outside ASCII"),
    ]

    private static let general = [
        make(.config, nil, .file("FILE"), in: .general, "configuration file", "$XDG_CONFIG_HOME/haul/config.toml"),
        make(.help, "h", in: .general, "show this text"),
        make(.version, "V", in: .general, "show the version"),
    ]

    private static func make(
        _ key: CommandOption.Key,
        _ short: Character? = nil,
        _ argument: CommandOption.Argument = .none,
        in group: CommandOption.Group,
        for scope: CommandOption.Scope = .anywhere,
        _ help: String,
        _ standard: String? = nil
    ) -> CommandOption {
        CommandOption(key: key, short: short, argument: argument, help: help, standard: standard, group: group, scope: scope)
    }
}
