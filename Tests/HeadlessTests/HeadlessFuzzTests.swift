import DownloadCore
import TestSupport
import Testing

@testable import Headless

struct HeadlessFuzzTests {
    private static let pieces = [
        "-", "--", "=", "j", "q", "x", "5", "batch", "config", "check", "help", "https://a.example/", "http://", "://", "@", ":", "\u{301}",
        "\u{202E}", "é", "😀", "{", "}", "{name}", "{date:%", " ", "\t", "\n", "\0", "max-connections", "header", "A: b", "sha-256=", "0f",
        "off",
        "99999999999999999999", ".", "..", "/", "K",
    ]

    private static func word(_ random: inout SeededRandom) -> String {
        if Int.random(in: 0..<3, using: &random) == 0, let sample = OptionSample.all.randomElement(using: &random) {
            return sample.spellings.randomElement(using: &random)?.first ?? ""
        }
        return (0..<Int.random(in: 0...4, using: &random)).map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
    }

    @Test(arguments: 1...4 as ClosedRange<UInt64>)
    func `no command line stops the program and every sentence is harmless`(seed: UInt64) {
        var random = SeededRandom(seed: seed)
        for _ in 0..<2_000 {
            let words = (0..<Int.random(in: 0...6, using: &random)).map { _ in Self.word(&random) }
            do throws(UsageError) {
                if case .batch(let options) = try TopLevel.parse(words) {
                    _ = options.request(urls: options.urls, defaults: RequestDefaults())
                }
            } catch {
                #expect(error.description.hasSuffix(".") || error.description.hasSuffix("?"), "\(words): \(error)")
                #expect(!error.description.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x202E }, "\(words)")
            }
        }
    }

    private static let listPieces =
        pieces + [
            "\nhttps://a.example/x", "\n out=", "\n checksum=", "\n split=", "\n header=A:b", "\r\n", "#", "\u{FEFF}", "ftp://u:p@h:80/",
            "[::1]",
        ]

    private static func bytes(_ random: inout SeededRandom) -> [UInt8] {
        var bytes: [UInt8] = []
        for _ in 0..<Int.random(in: 0...40, using: &random) {
            if Int.random(in: 0..<8, using: &random) == 0 {
                bytes.append(UInt8.random(in: 0...255, using: &random))
            } else {
                bytes += Array((listPieces.randomElement(using: &random) ?? "").utf8)
            }
        }
        return bytes
    }

    @Test(arguments: 1...4 as ClosedRange<UInt64>)
    func `no list stops the reader and chunks change nothing`(seed: UInt64) {
        var random = SeededRandom(seed: seed)
        for _ in 0..<1_000 {
            let bytes = Self.bytes(&random)
            let whole = InputListTests.read(bytes)
            #expect(InputListTests.read(bytes, chunk: Int.random(in: 1...9, using: &random)) == whole)
            for case .entry(let entry) in whole {
                #expect(entry.urls.allSatisfy { Address($0).map { Address.downloadSchemes.contains($0.scheme) } ?? false }, "\(entry.urls)")
                _ = entry.request(options: BatchOptions(), defaults: RequestDefaults(), relativeTo: "/")
            }
        }
    }

    @Test func `no event stops the renderers and no name reaches the terminal raw`() {
        var random = SeededRandom(seed: 5)
        var plain = PlainRenderer(ascii: false)
        var bar = BarRenderer(ascii: true, color: false)
        for _ in 0..<2_000 {
            let name = String(decoding: Self.bytes(&random), as: UTF8.self)
            let number = Int64(bitPattern: random.next())
            let time = WallTime(nanoseconds: Int64(bitPattern: random.next()))
            let file = FinishedFile(path: name, bytes: number)
            let wait = Wait(reason: .retry, until: time, attempt: Int(number % 9), failure: Failure(.network, name))
            let kinds: [Event.Kind] = [
                .started(Event.Started(url: name, name: name, total: number, resumedAt: number, isResumable: nil)),
                .waiting(wait),
                .finished(Event.Finished(url: name, name: name, file: file, activeTime: .nanoseconds(number), wasted: number)),
                .failed(Event.Failed(url: name, name: name, failure: Failure(.network, name))),
                .restarted(reason: name, kept: number),
                .warning(name),
            ]
            for kind in kinds {
                let event = Event(sequence: 0, time: WallTime(nanoseconds: number), task: TaskID(rawValue: number), kind: kind)
                let lines = [plain.line(for: event), bar.line(for: event), JSONLines.line(for: event)].compactMap(\.self)
                #expect(lines.allSatisfy { !$0.unicodeScalars.contains { $0.value < 0x20 || (0x7F...0x9F).contains($0.value) } })
            }
        }
    }
}
