internal import DownloadCore

extension ConfigurationList {
    /// Every kind of table there is.
    public static let all = [schedule, rules, hooks, groups]

    private static let schedule = ConfigurationList(
        "schedule",
        "A part of the week in which no downloads run, or only then, or with another limit. Times are those of the clock on the wall.",
        \.schedule,
        empty: Schedule.Window(),
        fields: [
            Field("days", .days, \.days, example: #"["mon", "fri"]"#, "The days on which it begins; without it every day."),
            Field("from", .timeOfDay, \.from, example: #""08:00""#, "When it begins; without it at midnight."),
            Field(
                "to",
                .timeOfDay,
                \.to,
                example: #""17:30""#,
                "When it ends, on the next day if that is not later; without it at midnight."
            ),
            Field(
                "downloads",
                .choice,
                \.effect.word,
                example: #""pause""#,
                "What runs meanwhile: all, nothing (pause), or all, and outside of such parts of the week nothing (only).",
                isWritten: { $0.effect != .none }
            ),
            Field(
                "limit_rate",
                .scheduledLimit,
                \.limit,
                example: #""500K""#,
                "Bytes a second over all tasks meanwhile; of several the last one in the file counts.",
                isWritten: { $0.limit != .standing }
            ),
        ],
        fault: { window in
            if window.days.isEmpty { return ("days", "expected at least one day") }
            guard window.effect == .none, window.limit == .standing else { return nil }
            return (nil, "it changes nothing; expected downloads = \"pause\", downloads = \"only\", or limit_rate")
        }
    )

    private static let rules = ConfigurationList(
        "rule",
        "Where files of a kind go, and how they are named there. A file goes by the first rule of which all that it names fits.",
        \.rules,
        empty: PublishRule(),
        fields: [
            Field(
                "extensions",
                .words("extensions without a dot", "an extension without a dot", fitting: isExtension),
                \.extensions,
                example: #"["iso", "img"]"#,
                "Extensions."
            ),
            Field(
                "types",
                .words("media types", "a media type such as \"video/*\"", fitting: isType),
                \.types,
                example: #"["video/*", "application/pdf"]"#,
                "Media types."
            ),
            Field(
                "hosts",
                .words("hosts", "a host, or \"*.\" and the end of its name,", fitting: isHostPattern),
                \.hosts,
                example: #"["example.org", "*.example.org"]"#,
                "Hosts; *.example.org stands for all below example.org."
            ),
            Field("sessions", .sessions, \.sessions, example: #"["haul"]"#, "Sessions."),
            Field(
                "folder",
                .optionalText(
                    "a folder below the documents directory, such as \"Videos\" or \"Books/Maths\", without a part that begins with a dot",
                    where: { SubFolder.parts($0) != nil }
                ),
                \.folder,
                example: #""Videos""#,
                "The folder below the documents directory that they go to, made when it is missing.",
                isWritten: { $0.folder != nil }
            ),
            Field(
                "naming",
                .optionalText("a name template", where: { (try? NameTemplate(parsing: $0)) != nil }, fault: NameTemplate.fault),
                \.naming,
                example: #""{date:%Y-%m-%d} {name}""#,
                "How they are named, as with the key naming.",
                isWritten: { $0.naming != nil }
            ),
        ].map(\.unlessEmpty),
        fault: { rule in
            if !rule.isForSome { return (nil, "it is for no file; expected extensions, types, hosts or sessions") }
            return rule.folder == nil && rule.naming == nil ? (nil, "it changes nothing; expected folder or naming") : nil
        }
    )

    private static let hooks = ConfigurationList(
        "hook",
        "A program that is run when something happens: without a shell, with HAUL_ID, HAUL_PATH and more in its environment and JSON on its standard input.",
        \.hooks,
        empty: Hook([], command: []),
        fields: [
            Field("event", .occasions, \.occasions, example: #"["finished", "failed"]"#, "When it is run."),
            Field(
                "session",
                .session,
                \.session,
                example: #""haul""#,
                "Only for tasks of this session; without it for those of all.",
                isWritten: { $0.session != nil }
            ),
            Field(
                "command",
                .command,
                \.command,
                example: #"["notify-send", "a download ended"]"#,
                "The program and its arguments, as they are."
            ),
            Field(
                "timeout",
                .duration(.seconds(1)...(.seconds(86_400))),
                \.timeout,
                example: #""1m""#,
                "After so long it is ended.",
                isWritten: { $0.timeout != Hook.standardTimeout }
            ),
        ],
        fault: { hook in
            if hook.occasions.isEmpty { return ("event", "expected at least one event") }
            if hook.session != nil, hook.occasions.contains(.allDone) { return ("session", "all-done is about the tasks of all sessions") }
            return hook.command.isEmpty ? (nil, "command is missing: a list of the program and its arguments") : nil
        }
    )

    private static let groups = ConfigurationList(
        "group",
        "Tasks that were added with --group NAME share these caps.",
        \.groups,
        empty: DownloadGroup(name: ""),
        fields: [
            Field(
                "name",
                .text("a name of letters, digits, -, _ and .", where: DownloadGroup.isName),
                \.name,
                example: #""nightly""#,
                "Its name."
            ),
            Field(
                "max_concurrent",
                .optionalNumber(1...1000),
                \.maximumConcurrent,
                example: "2",
                "Of its tasks so many run at once.",
                isWritten: { $0.maximumConcurrent != nil }
            ),
            Field(
                "limit_rate",
                .rate,
                \.rateLimit,
                example: #""1M""#,
                "Bytes a second over all its tasks.",
                isWritten: { $0.rateLimit != nil }
            ),
        ],
        unique: (key: "name", of: { $0.name }),
        fault: { $0.name.isEmpty ? (nil, "name is missing") : nil }
    )

    private static func isExtension(_ text: String) -> Bool {
        text.utf8.first != UInt8(ascii: ".") && text.utf8.allSatisfy { $0 > 32 && $0 != 127 && $0 != UInt8(ascii: "/") }
    }

    private static func isType(_ text: String) -> Bool {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        return parts.count == 2 && parts.allSatisfy { !$0.isEmpty && $0.utf8.allSatisfy { $0 > 32 && $0 != 127 } } && parts[0] != "*"
    }

    private static func isHostPattern(_ text: String) -> Bool {
        let host = text.hasPrefix("*.") ? text.dropFirst(2) : text[...]
        // Nothing is below the number of an address.
        if text.hasPrefix("*."), Address.isNumber(host: host) { return false }
        return !host.contains("*") && Address.isHost(Array(host.utf8)[...])
    }
}

extension ConfigurationList.Field where Entry == PublishRule {
    /// Lists that say nothing are not written.
    fileprivate var unlessEmpty: Self {
        Self(self) { entry in write(entry).flatMap { $0 == "[]" ? nil : $0 } }
    }
}

extension Schedule.Effect {
    /// The words of the configuration.
    enum Word: String, CaseIterable, Sendable {
        case all, pause, only
    }

    var word: Word {
        get {
            switch self {
            case .none: .all
            case .pause: .pause
            case .only: .only
            }
        }
        set {
            self =
                switch newValue {
                case .all: .none
                case .pause: .pause
                case .only: .only
                }
        }
    }
}
