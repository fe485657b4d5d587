import DownloadCore

/// The value of an option as what it should be, or the sentence that says what it should be.
extension OptionScanner.Given {
    func number(in range: ClosedRange<Int>) throws(UsageError) -> Int {
        guard let number = OptionValue.number(value, in: range) else {
            throw bad("a whole number from \(range.lowerBound) to \(range.upperBound)")
        }
        return number
    }

    func rate() throws(UsageError) -> Int64 {
        guard let rate = OptionValue.rate(value) else { throw bad("a rate such as 500K or 2M, or off") }
        return rate
    }

    /// A rate that holds downloads back: one without a unit, and so low that nobody means it, is asked about.
    func limit() throws(UsageError) -> Int64 {
        guard !Rate.lacksUnit(value) else { throw OptionValue.lackOfUnit(value) }
        return try rate()
    }

    func seconds() throws(UsageError) -> Duration {
        guard let seconds = OptionValue.seconds(value) else { throw bad("a number of seconds such as 30 or 2.5") }
        return seconds
    }

    func choice() throws(UsageError) -> String {
        guard case .choice(let words) = option.argument else { return value }
        guard words.contains(value) else {
            throw bad(words.dropLast().joined(separator: ", ") + " or " + (words.last ?? ""))
        }
        return value
    }

    func checksum() throws(UsageError) -> Checksum {
        guard let checksum = Checksum(parsing: value) else {
            throw bad("TYPE=HEX, where TYPE is md5, sha-1, sha-256 or sha-512 and HEX has all its digits")
        }
        return checksum
    }

    /// The value is not repeated in the message: it may be a secret.
    func header() throws(UsageError) -> HeaderField {
        guard let header = HeaderField(parsing: value) else { throw UsageError("\(spelling) needs a header such as 'Name: value'.") }
        return header
    }

    func method() throws(UsageError) -> String {
        let isWord = !value.isEmpty && value.utf8.count <= 20 && value.utf8.allSatisfy { (65...90).contains($0) || (97...122).contains($0) }
        guard isWord else { throw bad("a request method such as GET or POST") }
        return value.uppercased()
    }

    /// A path can be anything but nothing.
    func path() throws(UsageError) -> String {
        guard !value.isEmpty, !value.utf8.contains(0) else { throw bad("the name of a file or folder") }
        return value
    }

    /// Text that can stand in one line of a request; not repeated in the message, since it may be a secret.
    func line() throws(UsageError) -> String {
        guard value.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }) else {
            throw UsageError("\(spelling) cannot hold control characters.")
        }
        return value
    }

    /// Not repeated in the message: it may hold a password.
    func proxy() throws(UsageError) -> String {
        guard ProxyAddress.isUsable(value) else { throw UsageError("\(spelling) needs \(ProxyAddress.expectation).") }
        return value
    }

    /// It becomes the name of a folder.
    func sessionName() throws(UsageError) -> String {
        let isPlain = value.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
            case UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."): true
            default: false
            }
        }
        guard isPlain, !value.isEmpty, !value.hasPrefix("."), value.utf8.count <= 64 else {
            throw bad("letters, digits, -, _ and . only, at most 64, not beginning with a dot")
        }
        return value
    }

    /// Any identifier of a background session: it is no name of a folder.
    func sessionIdentifier() throws(UsageError) -> SessionIdentifier {
        guard let identifier = SessionIdentifier(value) else { throw bad("1 to 255 bytes of text") }
        return identifier
    }

    func startTime() throws(UsageError) -> StartTime {
        guard let time = StartTime(value) else { throw bad(StartTime.forms) }
        return time
    }

    func address() throws(UsageError) -> String {
        guard BatchOptions.isAddress(value) else { throw BatchOptions.noAddress(value) }
        return value
    }

    /// The commands that take an option which stands with commands only.
    var isOnlyForCommands: UsageError {
        let words = CommandWord.allCases.filter { $0.takes(option) }.map { "haul \($0.rawValue)" }
        let list = words.count > 1 ? words.dropLast().joined(separator: ", ") + " or " + (words.last ?? "") : words.joined()
        return UsageError("\(spelling) works only with \(list).")
    }

    private func bad(_ expected: String) -> UsageError {
        UsageError("\(spelling) cannot be \(value.quoted); it must be \(expected).")
    }
}
