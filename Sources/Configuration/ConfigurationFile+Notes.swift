public import DownloadCore

extension ConfigurationFile {
    /// What is no mistake and hardly what anybody means, in the order of the text.
    ///
    /// - Parameters:
    ///   - file: the file's name, for messages.
    ///   - faultOfProgram: why a program of a command can't be run, as the end of a sentence; nil when it can.
    ///   - now: a moment, for what the schedule comes to.
    ///   - keys: what only the dashboard knows of the entries of `[keys]`, each with the number of its entry, and of the key in it.
    /// - Returns: each with its place.
    public func notes(
        file: String,
        faultOfProgram: (String) -> String?,
        now: WallTime,
        keys: [(entry: Int, key: Int?, text: String)] = []
    ) -> [ConfigurationError] {
        var notes = hookNotes(file, faultOfProgram) + scheduleNotes(file, now) + rateNotes(file) + placed(keys, file: file)
        notes.sort { ($0.line, $0.column) < ($1.line, $1.column) }
        return notes
    }

    /// What tables of a list say, each with a way to speak of one of its keys.
    private func each<Entry>(
        _ list: String,
        _ entries: [Entry],
        _ file: String,
        _ look: (Entry, TablePlaces) -> [(key: String?, text: String)]
    ) -> [ConfigurationError] {
        guard let places = tables[list], places.count == entries.count else { return [] }
        return zip(entries, places).flatMap { entry, places in
            look(entry, places).map { key, text in
                let place = key.flatMap { places.keys[$0] } ?? places.place
                let name = list + (key.map { "." + $0 } ?? "")
                return ConfigurationError(file: file, line: place.line, column: place.column, key: name, problem: Self.harmless(text))
            }
        }
    }

    private func hookNotes(_ file: String, _ fault: (String) -> String?) -> [ConfigurationError] {
        each("hook", settings.hooks, file) { hook, _ in
            guard let program = hook.command.first, let why = fault(program) else { return [] }
            return [("command", why + "; the hook will fail")]
        }
    }

    private func scheduleNotes(_ file: String, _ now: WallTime) -> [ConfigurationError] {
        let isShut = Schedule(settings.schedule).nextStart(from: now, in: .utc) == nil
        return each("schedule", settings.schedule, file) { window, places in
            var notes: [(key: String?, text: String)] = []
            if isShut, window.effect == .pause {
                notes.append(("downloads", "with this nothing ever runs: give it from and to, or days"))
            }
            if window.from == 1_440 { notes.append(("from", "24:00 is the midnight at the end of the day: it begins on the day after")) }
            if places.keys["from"] != nil, window.from % 1_440 == window.to % 1_440 {
                notes.append((places.keys["to"] == nil ? "from" : "to", "it ends where it begins, a day later: it is the whole day"))
            } else if places.keys["from"] != nil, places.keys["to"] == nil, window.effect == .pause {
                notes.append(("from", "without to it lasts until midnight"))
            } else if window.from == 0, window.to == 0 {
                notes.append(("to", "it ends where it begins, a day later: it is the whole day"))
            }
            return notes
        }
    }

    private func rateNotes(_ file: String) -> [ConfigurationError] {
        func text(_ rate: Int64) -> String { "this is \(rate) bytes a second; \"\(rate)K\" or \"\(rate)M\" may be meant" }
        func isLow(_ rate: Int64?) -> Int64? { rate.flatMap { $0 > 0 && $0 < 1 << 10 ? $0 : nil } }
        let keys = [
            ("downloads.limit_rate", settings.downloads.rateLimit),
            ("downloads.alternative_limit_rate", settings.downloads.alternativeRateLimit),
        ]
        let notes = keys.compactMap { name, rate -> ConfigurationError? in
            guard let rate = isLow(rate), let place = places[name] else { return nil }
            return ConfigurationError(file: file, line: place.line, column: place.column, key: name, problem: text(rate))
        }
        let windows = each("schedule", settings.schedule, file) { window, _ in
            guard case .rate(let rate) = window.limit, let low = isLow(rate) else { return [] }
            return [("limit_rate", text(low))]
        }
        let groups = each("group", settings.groups, file) { group, _ in
            isLow(group.rateLimit).map { [("limit_rate", text($0))] } ?? []
        }
        return notes + windows + groups
    }
}
