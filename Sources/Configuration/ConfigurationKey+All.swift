internal import DownloadCore

extension ConfigurationKey {
    /// Every key there is, section by section: parsing, `haul config keys` and `config.example.toml` follow this table.
    public static let all: [ConfigurationKey] =
        [
            ConfigurationKey(
                "naming",
                .text("a name template", where: { (try? NameTemplate(parsing: $0)) != nil }, fault: NameTemplate.fault),
                \.naming,
                "How finished files are named: \"timestamp\", or a template of {timestamp} {date:FORMAT} {name} {stem} {ext} {host} {id}."
            ),
            ConfigurationKey("documents.directory", .folder, \.documents.directory, "The folder that finished files are published in."),
        ] + downloads + network + conditions + faces

    private static let downloads: [ConfigurationKey] = [
        ConfigurationKey("downloads.max_concurrent", .number(1...1000), \.downloads.maximumConcurrent, "Tasks that run at once."),
        ConfigurationKey("downloads.max_connections", .number(1...64), \.downloads.maximumConnections, "Connections of one task."),
        ConfigurationKey(
            "downloads.max_connections_per_host",
            .number(1...1000),
            \.downloads.maximumConnectionsPerHost,
            "Connections to one host over all tasks."
        ),
        ConfigurationKey("downloads.limit_rate", .rate, \.downloads.rateLimit, "Bytes a second over all tasks."),
        ConfigurationKey(
            "downloads.alternative_limit_rate",
            .rate,
            \.downloads.alternativeRateLimit,
            "The same while the alternative limit is switched on, by the key S of the dashboard or by haul limit --alternative on."
        ),
        ConfigurationKey(
            "downloads.lowest_speed",
            .rate,
            \.downloads.lowestSpeed,
            "A try that stays below this many bytes a second for the timeout is given up."
        ),
        ConfigurationKey(
            "downloads.connect_timeout",
            .duration(.seconds(1)...(.seconds(3_600))),
            \.downloads.connectTimeout,
            "The longest time to connect."
        ),
        ConfigurationKey(
            "downloads.timeout",
            .duration(.seconds(1)...(.seconds(86_400))),
            \.downloads.timeout,
            "The longest time without a byte."
        ),
        ConfigurationKey(
            "downloads.retries",
            .number(0...1000),
            \.downloads.retries,
            "Tries after passing failures, for each stretch without progress."
        ),
        ConfigurationKey(
            "downloads.user_agent",
            .optionalText("a text without control characters"),
            \.downloads.userAgent,
            "The User-Agent that servers are told; empty for Haul's own."
        ),
        ConfigurationKey("downloads.disk_full", .choice, \.downloads.diskFull, "What a batch run does when the disk is full."),
    ]

    private static let network: [ConfigurationKey] = [
        ConfigurationKey(
            "network.proxy",
            .optionalText("the address of a proxy, \"none\", or an empty text", where: ProxyAddress.isUsable),
            \.network.proxy,
            "The proxy; empty for the one of the environment, \"none\" for none."
        ),
        ConfigurationKey(
            "network.ca_file",
            .optionalText("a path"),
            \.network.certificateAuthorities,
            "A file of certificate authorities; empty for the system's."
        ),
        ConfigurationKey("network.wait", .boolean, \.network.waits, "A lost network waits and spends no tries."),
        ConfigurationKey(
            "resume.without_validator",
            .choice,
            \.resume.withoutValidator,
            "Whether a partial download is continued when the server says nothing to recognise the file by: never, or if the size is equal."
        ),
        ConfigurationKey(
            "publish.origin_query",
            .boolean,
            \.publish.keepsOriginQuery,
            "The origin that is recorded with a file keeps the query of its address."
        ),
    ]

    private static let faces: [ConfigurationKey] = [
        ConfigurationKey(
            "dashboard.refresh_rate",
            .number(1...20),
            \.dashboard.refreshRate,
            "Updates of the dashboard's figures a second, at most; keys are answered at once."
        ),
        ConfigurationKey("dashboard.color", .choice, \.dashboard.color, "Colours: when the terminal has them, always, or never."),
        ConfigurationKey("dashboard.ascii", .boolean, \.dashboard.isASCII, "Draw with ASCII characters only."),
        ConfigurationKey(
            "dashboard.theme",
            .text("the name of a theme: small letters, digits, - and _", where: ThemeFile.isName),
            \.dashboard.theme,
            "The colours: default, light, dark, high-contrast, mono, auto (light where the background is), or the NAME of a file ~/.config/haul/themes/NAME.toml."
        ),
        ConfigurationKey("dashboard.units", .choice, \.dashboard.units, "The units of speeds: MiB/s, MB/s or Mbit/s."),
        ConfigurationKey(
            "dashboard.mouse",
            .boolean,
            \.dashboard.usesMouse,
            "Clicks and the wheel act; to select text hold Shift, or press m."
        ),
        ConfigurationKey(
            "dashboard.footer",
            .choice,
            \.dashboard.footer,
            "The keys that the last line names: letters, or function keys (F1 to F10)."
        ),
        ConfigurationKey(
            "dashboard.notify",
            .choice,
            \.dashboard.notify,
            "How the end of downloads is told while you look elsewhere: the bell and a message, the bell alone, or not at all."
        ),
        ConfigurationKey(
            "batch.progress",
            .choice,
            \.batch.progress,
            "Progress of haul --batch: a bar on a terminal and lines elsewhere, or always one of them, or none."
        ),
        ConfigurationKey(
            "batch.interval",
            .duration(.seconds(1)...(.seconds(86_400))),
            \.batch.interval,
            "The time between two progress lines."
        ),
        ConfigurationKey(
            "agent.idle_exit",
            .duration(.seconds(1)...(.seconds(30 * 86_400))),
            \.agent.idleExit,
            "The agent leaves after it had nothing to do and nobody attached for so long."
        ),
        ConfigurationKey(
            "agent.keep_partials",
            .duration(.seconds(60)...(.seconds(365 * 86_400))),
            \.agent.keepsPartials,
            "Partial files of downloads that failed or were cancelled are kept for so long."
        ),
        ConfigurationKey(
            "agent.notify",
            .boolean,
            \.agent.notifies,
            "The end of downloads is told on the desktop: one message for all that end within a while."
        ),
    ]
}
