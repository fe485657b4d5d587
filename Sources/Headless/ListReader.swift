import DownloadCore
import Screen

/// Turns the lines of an input list into entries, line by line.
struct ListReader: Sendable {
    /// Options of one entry that are believed; more are a broken or hostile list.
    private static let mostOptions = 1_000

    private var line = 0

    /// The entry whose option lines may still follow.
    private var entry: ListEntry?

    /// Nothing but option lines has come: somebody indented the list, or left out its first address.
    private var isAtStart = true

    /// Whether there was anything that could have been an entry.
    private(set) var hasContent = false

    mutating func take(_ bytes: ArraySlice<UInt8>, into items: inout [ListItem]) {
        line += 1
        var bytes = bytes
        if line == 1, bytes.starts(with: [0xEF, 0xBB, 0xBF]) { bytes = bytes.dropFirst(3) }
        if bytes.last == 0x0D { bytes = bytes.dropLast() }
        guard let first = bytes.first, first != 0x23 else { return }
        let isOption = first == 0x20 || first == 0x09
        let content = bytes.trimmedBlanks
        // Blank lines and comments that are indented end nothing: options may go on behind them.
        guard let start = content.first, start != 0x23 else { return }
        hasContent = true
        if !isOption {
            finish(into: &items)
            isAtStart = false
        }
        guard bytes.count <= InputList.longestLine else {
            return refuse("the line is longer than 64 KiB", into: &items)
        }
        if isOption {
            takeOption(content, into: &items)
        } else {
            takeAddresses(content, into: &items)
        }
    }

    /// Gives out the entry that was being collected.
    mutating func finish(into items: inout [ListItem]) {
        if let entry { items.append(.entry(entry)) }
        entry = nil
    }

    private mutating func takeAddresses(_ content: ArraySlice<UInt8>, into items: inout [ListItem]) {
        var urls: [String] = []
        for field in content.split(separator: 0x09) {
            let address = field.trimmedBlanks
            if address.isEmpty { continue }
            if let fault = AddressBytes.fault(in: address) { return refuse(fault, into: &items) }
            guard let url = String(validating: address, as: UTF8.self) else { return refuse("the line is not UTF-8", into: &items) }
            // The check of bytes knows nothing of combining marks, which can stick to a slash; beyond ASCII the slow check has its say too.
            let isPlain = address.allSatisfy { $0 < 0x80 }
            guard isPlain || Address(url) != nil else { return refuse("the address makes no sense", into: &items) }
            urls.append(url)
        }
        if !urls.isEmpty { entry = ListEntry(urls: urls, line: line) }
    }

    /// Options without an entry belong to a line that was refused, and must not reach the entry before it; before any entry they belong to nothing.
    private mutating func takeOption(_ content: ArraySlice<UInt8>, into items: inout [ListItem]) {
        guard let count = entry?.options.count else {
            if isAtStart { refuse("an option without an entry: addresses begin at the first column", into: &items) }
            return
        }
        guard count < Self.mostOptions else { return refuse("an entry can have at most 1000 options", into: &items) }
        guard let text = String(validating: content, as: UTF8.self) else { return refuse("the line is not UTF-8", into: &items) }
        guard let equals = text.utf8.firstIndex(of: 0x3D) else {
            return refuse("\(text.quoted) is no option: an option is NAME=VALUE", into: &items)
        }
        let name = String(decoding: Array(text.utf8[..<equals])[...].trimmedBlanks, as: UTF8.self)
        let value = String(decoding: Array(text.utf8[text.utf8.index(after: equals)...])[...].trimmedBlanks, as: UTF8.self)
        switch ListOption.read(name: name, value: value) {
        case .option(let option): entry?.options.append(option)
        case .clamped(let option, let text):
            entry?.options.append(option)
            items.append(.warning(line: line, text: text))
        case .meaningless: items.append(.warning(line: line, text: "the option \(name.quoted) means nothing here and is left out"))
        case .bad(let why): refuse(why, into: &items)
        }
    }

    /// A bad option takes its entry along: without it something else would be fetched than what was meant.
    private mutating func refuse(_ why: String, into items: inout [ListItem]) {
        let owner = entry.map { "; the entry of line \($0.line) is left out" } ?? ""
        entry = nil
        items.append(.error(line: line, why: why + owner))
    }
}

extension ArraySlice<UInt8> {
    /// Without the spaces and tabs at both ends.
    var trimmedBlanks: ArraySlice<UInt8> {
        var (start, end) = (startIndex, endIndex)
        while start < end, self[start] == 0x20 || self[start] == 0x09 { start += 1 }
        while end > start, self[end - 1] == 0x20 || self[end - 1] == 0x09 { end -= 1 }
        return self[start..<end]
    }
}
