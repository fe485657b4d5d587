/// A reader of input lists that takes the bytes as they come and gives the entries as soon as they are complete.
///
/// It holds one line and one entry at most, so that lists of any length can be streamed.
public struct InputList: Sendable {
    /// The longest line in bytes that is read.
    public static let longestLine = 65_536

    /// The beginning of a line whose end has not come yet; never more than one byte over the longest line.
    private var pending: [UInt8] = []
    private var reader = ListReader()

    public init() {}

    public mutating func feed(_ chunk: [UInt8]) -> [ListItem] {
        var items: [ListItem] = []
        var start = chunk.startIndex
        while let end = chunk[start...].firstIndex(of: 0x0A) {
            if pending.isEmpty {
                reader.take(chunk[start..<end], into: &items)
            } else {
                hold(chunk[start..<end])
                reader.take(pending[...], into: &items)
                pending.removeAll(keepingCapacity: true)
            }
            start = end + 1
        }
        hold(chunk[start...])
        return items
    }

    /// Nothing but blank lines and comments has come.
    public var isEmpty: Bool { !reader.hasContent }

    /// The list has ended, with or without a newline.
    public mutating func finish() -> [ListItem] {
        var items: [ListItem] = []
        if !pending.isEmpty { reader.take(pending[...], into: &items) }
        pending = []
        reader.finish(into: &items)
        return items
    }

    private mutating func hold(_ bytes: ArraySlice<UInt8>) {
        pending += bytes.prefix(Self.longestLine + 1 - pending.count)
    }
}
