import TestSupport

/// The paths of the program: every case of `HostileCase`, what is right for each, and some for trying things by hand.
enum Repertoire {
    static func install(on origin: Origin) {
        let mebibyte: Int64 = 1 << 20
        let file = Reply.file(size: 16 * mebibyte)
        let paths: [String: [Reply]] = [
            "/1k.bin": [.file(size: 1024)],
            "/16m.bin": [file],
            "/4g.bin": [.file(size: 4096 * mebibyte)],
            "/slow.bin": [file.limited(to: mebibyte)],
            "/crawl.bin": [file.limited(to: 100)],
            "/late.bin": [file.with { $0.delayBeforeHeaders = .seconds(5) }],
            "/no-ranges.bin": [file.with { $0.ranges = .refused }.limited(to: mebibyte)],
            "/resets.bin": [file.interrupted(.reset(after: mebibyte))],
            "/password.bin": [file.with { $0.credentials = .init(user: "user", password: "secret") }],
            "/post-only": [.text("posted").when { $0.method == "POST" }, .status(405)],
        ]
        for (path, replies) in paths { origin.serve(path, replies) }
        for trick in HostileCase.all {
            trick.install(on: origin)
            guard case .file(let contents) = trick.outcome else { continue }
            for (number, content) in contents.enumerated() {
                origin.serve("/right/\(number)\(trick.path)", Reply().with { $0.content = content })
            }
        }
    }

    static var table: [String] {
        HostileCase.all.map { trick in
            let (outcome, contents) =
                switch trick.outcome {
                case .file(let contents): (trick.isAboutName ? "name" : "file", contents.count)
                case .failure: ("failure", 0)
                }
            return "\(trick.name)\t\(trick.ids.joined(separator: " "))\t\(outcome)\t\(contents)"
        }
    }
}
