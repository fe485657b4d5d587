import DownloadCore

/// How one kind of setting is read from TOML and written to it.
struct KeyKind<Value: Sendable>: Sendable {
    /// What a value of this kind is, as the end of a sentence: `a whole number from 1 to 64`.
    let expectation: String
    let read: @Sendable (TOMLValue) -> Value?

    /// The value as TOML.
    let write: @Sendable (Value) -> String

    /// What is wrong with a value that could not be read, where more can be said than what was expected.
    private let fault: @Sendable (TOMLValue) -> KeyFault?

    init(
        expectation: String,
        read: @escaping @Sendable (TOMLValue) -> Value?,
        write: @escaping @Sendable (Value) -> String,
        fault: @escaping @Sendable (TOMLValue) -> KeyFault? = { _ in nil }
    ) {
        self.expectation = expectation
        self.read = read
        self.write = write
        self.fault = fault
    }

    /// The sentence about a value that could not be read.
    func complaint(about value: TOMLValue) -> KeyFault {
        fault(value) ?? KeyFault(text: "expected \(expectation), not \(value.described)")
    }
}

/// What is wrong with the value of a key.
struct KeyFault: Sendable {
    var text: String

    /// The element that it is about, when it is one of a list.
    var element: TOMLValue.Element?
}

extension KeyKind where Value == Bool {
    static let boolean = KeyKind(
        expectation: "true or false",
        read: { if case .boolean(let value) = $0 { value } else { nil } },
        write: { $0 ? "true" : "false" }
    )
}

extension KeyKind where Value == Int {
    static func number(_ range: ClosedRange<Int>) -> KeyKind {
        KeyKind(
            expectation: "a whole number from \(range.lowerBound) to \(range.upperBound)",
            read: { value in
                guard case .integer(let number) = value, let fitting = Int(exactly: number), range.contains(fitting) else { return nil }
                return fitting
            },
            write: { String($0) }
        )
    }
}

extension KeyKind where Value == String {
    /// A text that is not empty and has no control characters.
    static func text(
        _ what: String,
        where isValid: @escaping @Sendable (String) -> Bool = { _ in true },
        fault: @escaping @Sendable (TOMLValue) -> KeyFault? = { _ in nil }
    ) -> KeyKind {
        KeyKind(
            expectation: what,
            read: { value in
                guard case .string(let text) = value, isPlain(text), !text.isEmpty, isValid(text) else { return nil }
                return text
            },
            write: { TOMLValue.quoted($0) },
            fault: fault
        )
    }

    static let folder = text("an absolute path, or one that begins with ~/") { text in
        text.hasPrefix("/") || text == "~" || text.hasPrefix("~/")
    }

    fileprivate static func isPlain(_ text: String) -> Bool {
        text.utf8.count <= 4096 && text.unicodeScalars.allSatisfy { $0.value >= 32 && $0.value != 127 }
    }
}

extension KeyKind where Value == String? {
    /// A text that may be absent, which is written as an empty one.
    static func optionalText(
        _ what: String,
        where isFit: @escaping @Sendable (String) -> Bool = { _ in true },
        fault: @escaping @Sendable (TOMLValue) -> KeyFault? = { _ in nil }
    ) -> KeyKind {
        KeyKind(
            expectation: what,
            read: { value in
                guard case .string(let text) = value, KeyKind<String>.isPlain(text), text.isEmpty || isFit(text) else { return nil }
                return .some(text.isEmpty ? nil : text)
            },
            write: { TOMLValue.quoted($0 ?? "") },
            fault: fault
        )
    }
}

extension KeyKind where Value == Int64? {
    /// Bytes a second.
    static let rate = KeyKind(
        expectation: "a rate such as \"500K\", \"2M\", \"80Mbit\" or \"off\" (bytes a second, K = 1024)",
        read: { value in
            switch value {
            case .string(let text): Rate.parse(text)
            case .integer(let number) where number >= 0: .some(number == 0 ? nil : number)
            default: nil
            }
        },
        write: { TOMLValue.quoted(Rate.format($0)) }
    )
}

extension KeyKind where Value == Duration {
    static func duration(_ range: ClosedRange<Duration>) -> KeyKind {
        let ends = "\(DurationText.format(range.lowerBound)) to \(DurationText.format(range.upperBound))"
        return KeyKind(
            expectation: "seconds, or a time such as \"30s\", \"5m\", \"1h\" or \"7d\", from \(ends)",
            read: { value in
                let duration: Duration?
                switch value {
                case .string(let text): duration = DurationText.parse(text)
                case .integer(let seconds): duration = .nanoseconds(seconds.saturatingMultiply(1_000_000_000))
                case .float(let seconds): duration = seconds.isFinite ? .clamping(seconds: seconds) : nil
                default: duration = nil
                }
                guard let duration, range.contains(duration) else { return nil }
                return duration
            },
            write: { duration in
                // Whole seconds are written as a number: `timeout = 60`.
                let nanoseconds = duration.nanoseconds
                guard nanoseconds % 1_000_000_000 == 0, nanoseconds < 300_000_000_000 else {
                    return TOMLValue.quoted(DurationText.format(duration))
                }
                return String(nanoseconds / 1_000_000_000)
            }
        )
    }
}

extension KeyKind where Value: RawRepresentable & CaseIterable, Value.RawValue == String {
    /// One of a few words.
    static var choice: KeyKind {
        KeyKind(
            expectation: "one of " + Value.allCases.map { TOMLValue.quoted($0.rawValue) }.joined(separator: ", "),
            read: { if case .string(let text) = $0 { Value(rawValue: text) } else { nil } },
            write: { TOMLValue.quoted($0.rawValue) }
        )
    }
}
