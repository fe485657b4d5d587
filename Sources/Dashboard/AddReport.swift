public import DownloadCore
import Screen

/// What became of downloads that were to be added, for the status line.
public struct AddReport: Sendable, Hashable {
    /// So many the list has now.
    public var added = 0

    /// So many of them the list has already, ended.
    public var again = 0

    /// So many nobody wanted to take.
    public var refused = 0

    /// So many were given before, or are in the list already.
    public var repeated = 0

    /// So many entries were no address.
    public var bad = 0

    public init(added: Int = 0, again: Int = 0, refused: Int = 0, repeated: Int = 0, bad: Int = 0) {
        (self.added, self.again, self.refused, self.repeated, self.bad) = (added, again, refused, repeated, bad)
    }

    public var text: String {
        if repeated == 1, added + refused + bad == 0 { return "It is already in the list: not added again" }
        let note = again == 0 ? "" : added == 1 ? " again (the list has it already, ended)" : " (\(Format.count(again)) of them again)"
        var parts = ["\(Format.count(added)) added" + note]
        if refused > 0 { parts.append("\(Format.count(refused)) refused") }
        if repeated > 0 { parts.append("\(Format.count(repeated)) twice or already in the list (skipped)") }
        if bad > 0 { parts.append("\(Format.count(bad)) not an address") }
        return parts.joined(separator: ", ")
    }

    /// Something was refused, or there was nothing in it to add; a few lines of something else are no failure.
    public var isError: Bool { refused > 0 || added == 0 && (bad > 0 || repeated == 0) }

    /// The requests without those for addresses that came before or are known, and how many those are.
    ///
    /// - Parameters:
    ///   - requests: what is to be added, in order.
    ///   - known: addresses as lists show them, without user and password.
    /// - Returns: what is left, in the same order, and the number of the rest.
    public static func new(_ requests: [DownloadRequest], knowing known: Set<String>) -> (requests: [DownloadRequest], repeated: Int) {
        var seen = known
        let new = requests.filter { request in
            request.urls.first.map { seen.insert(shown($0)).inserted } ?? true
        }
        return (new, requests.count - new.count)
    }

    /// An address as lists show it: without user and password.
    public static func shown(_ url: String) -> String { AddPrompt.withoutUser(url[...]) }
}
