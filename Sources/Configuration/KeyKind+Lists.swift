internal import DownloadCore

extension KeyKind {
    /// Reads one text, or a list of them; nil for anything else.
    fileprivate static func texts(_ value: TOMLValue) -> [String]? {
        switch value {
        case .string(let text): return [text]
        case .array(let elements):
            // A longer list is none that a person wrote.
            guard elements.count <= 1_000 else { return nil }
            let texts = elements.compactMap { if case .string(let text) = $0.value { text } else { nil } }
            return texts.count == elements.count ? texts : nil
        default: return nil
        }
    }

    /// The first element of a list that does not fit; nil when the value is no list, or the list as a whole is what is wrong.
    ///
    /// - Parameters:
    ///   - what: an element, as the end of a sentence.
    ///   - isFit: whether a text can be one.
    /// - Returns: what says so of a value.
    fileprivate static func misfit(
        _ what: String,
        _ isFit: @escaping @Sendable (String) -> Bool
    ) -> @Sendable (TOMLValue) -> KeyFault? {
        { value in
            guard case .array(let elements) = value else { return nil }
            guard elements.count <= 1_000 else { return KeyFault(text: "expected at most 1000 of them, not \(elements.count)") }
            let element = elements.first { element in
                if case .string(let text) = element.value { !isFit(text) } else { true }
            }
            return element.map { KeyFault(text: "expected \(what) in the list, not \($0.value.described)", element: $0) }
        }
    }

    fileprivate static func list(_ texts: [String]) -> String {
        "[" + texts.map(TOMLValue.quoted).joined(separator: ", ") + "]"
    }

    fileprivate static func isPlain(_ text: String) -> Bool {
        text.utf8.count <= 4096 && text.unicodeScalars.allSatisfy { $0.value >= 32 && $0.value != 127 }
    }
}

extension KeyKind where Value == [String] {
    /// Words in small letters, as they are compared.
    ///
    /// - Parameters:
    ///   - what: many of them.
    ///   - one: one of them, with an article.
    ///   - isFit: whether a text can be one.
    /// - Returns: the kind.
    static func words(_ what: String, _ one: String, fitting isFit: @escaping @Sendable (String) -> Bool) -> KeyKind {
        KeyKind(
            expectation: "a list of \(what), or one of them",
            read: { value in
                guard let texts = texts(value), texts.allSatisfy({ !$0.isEmpty && isPlain($0) && isFit($0) }) else { return nil }
                return texts.map { $0.lowercased() }
            },
            write: list,
            fault: misfit(one) { !$0.isEmpty && isPlain($0) && isFit($0) }
        )
    }

    /// A program with its arguments.
    static let command = KeyKind(
        expectation: "a list of a program and its arguments, such as [\"/usr/bin/logger\", \"done\"]",
        read: { value in
            guard case .array = value, let texts = texts(value), let program = texts.first, !program.isEmpty else { return nil }
            // Arguments are anybody's business, but for what no program can be given.
            return texts.allSatisfy { !$0.utf8.contains(0) && $0.utf8.count <= 65_536 } ? texts : nil
        },
        write: list,
        fault: misfit("a text") { !$0.utf8.contains(0) && $0.utf8.count <= 65_536 }
    )
}

extension KeyKind where Value == Int {
    /// Minutes since midnight.
    static let timeOfDay = KeyKind(
        expectation: "a time of day such as \"22:30\", from \"00:00\" to \"24:00\"",
        read: { value in
            guard case .string(let text) = value else { return nil }
            let parts = text.split(separator: ":", omittingEmptySubsequences: false)
            guard parts.count == 2, parts[1].utf8.count == 2, (1...2).contains(parts[0].utf8.count),
                parts.allSatisfy({ $0.utf8.allSatisfy { (48...57).contains($0) } }),
                let hour = Int(parts[0]), let minute = Int(parts[1]), minute < 60, hour * 60 + minute <= 1_440
            else { return nil }
            return hour * 60 + minute
        },
        write: { minutes in
            func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
            return TOMLValue.quoted(two(minutes / 60) + ":" + two(minutes % 60))
        }
    )
}

extension KeyKind where Value == Int? {
    static func optionalNumber(_ range: ClosedRange<Int>) -> KeyKind {
        let number = KeyKind<Int>.number(range)
        return KeyKind(
            expectation: number.expectation,
            read: { number.read($0).map(Optional.some) },
            write: { $0.map(number.write) ?? "0" }
        )
    }
}

extension KeyKind where Value == Schedule.Limit {
    static let scheduledLimit = KeyKind(
        expectation: KeyKind<Int64?>.rate.expectation,
        read: { value in KeyKind<Int64?>.rate.read(value).map { .rate($0) } },
        write: { limit in
            switch limit {
            case .standing: KeyKind<Int64?>.rate.write(nil)
            case .rate(let rate): KeyKind<Int64?>.rate.write(rate)
            }
        }
    )
}

extension KeyKind where Value == Set<Schedule.Weekday> {
    static let days = KeyKind(
        expectation: "a list of mon, tue, wed, thu, fri, sat, sun, or \"weekdays\", \"weekend\" or \"daily\"",
        read: { value in
            guard let texts = texts(value) else { return nil }
            var days: Set<Schedule.Weekday> = []
            for text in texts {
                switch text.lowercased() {
                case "daily": days.formUnion(Schedule.Weekday.allCases)
                case "weekdays": days.formUnion([.monday, .tuesday, .wednesday, .thursday, .friday])
                case "weekend": days.formUnion([.saturday, .sunday])
                case let name:
                    guard let day = Schedule.Weekday.allCases.first(where: { $0.name == name }) else { return nil }
                    days.insert(day)
                }
            }
            return days
        },
        write: { days in list(Schedule.Weekday.allCases.filter(days.contains).map(\.name)) },
        fault: misfit("a day such as \"mon\", \"weekdays\", \"weekend\" or \"daily\"") { text in
            let known = Schedule.Weekday.allCases.map(\.name) + ["daily", "weekdays", "weekend"]
            return known.contains(text.lowercased())
        }
    )
}

extension KeyKind where Value == Set<Hook.Occasion> {
    static let occasions = KeyKind(
        expectation: "a list of " + Hook.Occasion.allCases.map(\.rawValue).joined(separator: ", ") + ", or one of them",
        read: { value in
            guard let texts = texts(value) else { return nil }
            let occasions = texts.compactMap(Hook.Occasion.init)
            return occasions.count == texts.count ? Set(occasions) : nil
        },
        write: { occasions in list(Hook.Occasion.allCases.filter(occasions.contains).map(\.rawValue)) },
        fault: misfit("one of " + Hook.Occasion.allCases.map(\.rawValue).joined(separator: ", ")) { Hook.Occasion(rawValue: $0) != nil }
    )
}

extension KeyKind where Value == SessionIdentifier? {
    static let session = KeyKind(
        expectation: "the identifier of a session, 1 to 255 bytes",
        read: { if case .string(let text) = $0 { SessionIdentifier(text).map(Optional.some) } else { nil } },
        write: { TOMLValue.quoted($0?.text ?? "") }
    )
}

extension KeyKind where Value == [SessionIdentifier] {
    static let sessions = KeyKind(
        expectation: "a list of sessions, or one of them",
        read: { value in
            guard let texts = texts(value) else { return nil }
            let sessions = texts.compactMap { SessionIdentifier($0) }
            return sessions.count == texts.count ? sessions : nil
        },
        write: { list($0.map(\.text)) },
        fault: misfit("the identifier of a session, 1 to 255 bytes,") { SessionIdentifier($0) != nil }
    )
}

extension NameTemplate {
    /// What is wrong with a text that is no template.
    static let fault: @Sendable (TOMLValue) -> KeyFault? = { value in
        guard case .string(let text) = value else { return nil }
        do throws(NameTemplate.Invalid) {
            _ = try NameTemplate(parsing: text)
            return nil
        } catch {
            return KeyFault(text: "\(value.described) is no name template: \(ConfigurationFile.harmless(error.description))")
        }
    }
}
