import DownloadCore
import Testing

@testable import Headless

/// An option with a value, and what the options must then hold.
struct OptionSample: Sendable, CustomTestStringConvertible {
    let key: CommandOption.Key
    let value: String
    let holds: @Sendable (BatchOptions) -> Bool

    var testDescription: String { key.rawValue }

    init(_ key: CommandOption.Key, _ value: String = "", _ holds: @escaping @Sendable (BatchOptions) -> Bool) {
        self.key = key
        self.value = value
        self.holds = holds
    }

    static let digest = String(repeating: "0f", count: 32)

    /// One for every option of a batch run that changes its options.
    static let all = [
        OptionSample(.directory, "some folder") { $0.directory == "some folder" },
        OptionSample(.inputFile, "-") { $0.inputFile == "-" },
        OptionSample(.maximumConcurrentDownloads, "12") { $0.maximumConcurrentDownloads == 12 },
        OptionSample(.maximumConnections, "64") { $0.maximumConnections == 64 },
        OptionSample(.maximumConnectionsPerHost, "3") { $0.maximumConnectionsPerHost == 3 },
        OptionSample(.out, "{timestamp} {name}") { $0.outputTemplate == "{timestamp} {name}" && $0.outputName == nil },
        OptionSample(.checksum, "sha256=" + digest) { $0.checksum == Checksum(.sha256, hex: digest) },
        OptionSample(.requireResume) { $0.requiresResume },
        OptionSample(.onFinish, "logger 'a b'") { $0.onFinish == ["logger", "a b"] },
        OptionSample(.diskFull, "wait") { $0.waitsForDisk == true },
        OptionSample(.header, "X-A: b=c") { $0.headers == [HeaderField(name: "X-A", value: "b=c")] },
        OptionSample(.user, "me:a:b") { $0.user == "me" && $0.password == "a:b" },
        OptionSample(.netrc) { $0.usesNetrc },
        OptionSample(.loadCookies, "jar.txt") { $0.cookieFile == "jar.txt" },
        OptionSample(.method, "post") { $0.method == "POST" },
        OptionSample(.data, "a=b&c") { $0.body == Array("a=b&c".utf8) },
        OptionSample(.userAgent, "a/1 (b)") { $0.userAgent == "a/1 (b)" },
        OptionSample(.referer, "https://a.example/") { $0.referer == "https://a.example/" },
        OptionSample(.proxy, "http://p:8080") { $0.proxy == "http://p:8080" },
        OptionSample(.cacert, "ca.pem") { $0.certificateAuthorities == "ca.pem" },
        OptionSample(.insecure) { $0.isInsecure },
        OptionSample(.limitRate, "500K") { $0.limitRate == 512_000 },
        OptionSample(.lowestSpeed, "1.5m") { $0.lowestSpeed == 1_572_864 },
        OptionSample(.retries, "0") { $0.retries == 0 },
        OptionSample(.connectTimeout, "2.5") { $0.connectTimeout == .milliseconds(2_500) },
        OptionSample(.timeout, "90") { $0.timeout == .seconds(90) },
        OptionSample(.waitNetwork) { $0.waitsForNetwork },
        OptionSample(.discretionary) { $0.isDiscretionary },
        OptionSample(.noMetered) { !$0.allowsMetered },
        OptionSample(.noCellular) { !$0.allowsCellular },
        OptionSample(.noConstrained) { !$0.allowsConstrained },
        OptionSample(.session, "night-1") { $0.session == "night-1" },
        OptionSample(.ephemeral) { $0.isEphemeral },
        OptionSample(.background) { $0.isBackground },
        OptionSample(.json) { $0.isJSON },
        OptionSample(.progress, "plain") { $0.progress == .plain },
        OptionSample(.interval, "5") { $0.interval == .seconds(5) },
        OptionSample(.quiet) { $0.quietness == 1 },
        OptionSample(.config, "my.toml") { $0.configurationFile == "my.toml" },
        OptionSample(.noColor) { $0.hasNoColor },
        OptionSample(.ascii) { $0.isASCII },
    ]

    /// The words of each way to write it: `-j5`, `-j 5`, `--long=5`, `--long 5`.
    var spellings: [[String]] {
        guard let option = OptionTable.option(long: key.rawValue) else { return [] }
        let hasValue = option.argument != .none
        let long = hasValue ? [["--\(key.rawValue)=\(value)"], ["--\(key.rawValue)", value]] : [["--\(key.rawValue)"]]
        guard let short = option.short else { return long }
        return long + (hasValue ? [["-\(short)\(value)"], ["-\(short)", value]] : [["-\(short)"]])
    }
}
