extension HostileCase {
    private static func named(_ name: String, _ ids: String, _ disposition: String) -> HostileCase {
        var found = HostileCase("names/" + name, ids, right, file.adding("Content-Disposition", disposition))
        found.isAboutName = true
        return found
    }

    /// Kind 3: what servers would have a file be called.
    public static let names: [HostileCase] = [
        named("above", "B088 B089", "attachment; filename=\"../../escaped\""),
        named("above-encoded", "B086 B088", "attachment; filename*=UTF-8''..%2F..%2Fescaped"),
        named("absolute", "B088", "attachment; filename=\"/tmp/haul-escaped\""),
        named("backslashes", "B089", "attachment; filename=\"..\\\\..\\\\escaped\""),
        named("hidden", "B112", "attachment; filename=\".profile\""),
        named("dots", "B112", "attachment; filename=\"...and more.bin\""),
        named("option", "B112", "attachment; filename=\"-rf\""),
        named("dot", "B089", "attachment; filename=\".\""),
        named("dot-dot", "B089", "attachment; filename=\"..\""),
        named("nothing", "B083", "attachment; filename=\"\""),
        named("quotes-in-charset", "B083", "attachment;filename*=\"utf-8' 'linux-minimal.zip\""),
        named("empty-parameter", "B082", "attachment; filename*=UTF-8''file.bin;"),
        named("percent", "B085", "inline; filename=\"%EC%82%AC%EB%B3%B8_-DSC02499.bin\""),
        named("escape", "B098 B100", "attachment; filename=\"a\u{1B}]52;c;aGk=\u{7}b\u{1B}[2Jc.bin\""),
        named("escape-encoded", "B098 B086", "attachment; filename*=UTF-8''a%1B%5B2J%C2%9B2J%0Ab.bin"),
        named("right-to-left", "B116", "attachment; filename*=UTF-8''invoice%E2%80%AEgpj.bin"),
        named("long", "B094 B095", "attachment; filename=\"\(String(repeating: "x", count: 400)).bin\""),
        named("long-wide", "B094", "attachment; filename*=UTF-8''\(String(repeating: "%E4%B8%AD", count: 150)).bin"),
        named("decomposed", "B115", "attachment; filename*=UTF-8''a%CC%88.bin"),
    ]
}
