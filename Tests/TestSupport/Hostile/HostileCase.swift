/// One trick of `Tests/CASES.md` that a single address can show: what the origin answers there, and what a downloader must make of it.
///
/// The tests run all of them through the agent, the program `hostile-origin` serves them by hand, and the side-by-side script puts the
/// same ones to other downloaders.
public struct HostileCase: Sendable, CustomStringConvertible {
    /// What must come out.
    public enum Outcome: Sendable, Hashable {
        /// One file with one of these contents.
        case file([Reply.Content])
        /// No file, and a failure with one of these codes.
        case failure([String])
    }

    /// The path without its first slash.
    public let name: String

    /// The rows of the page of cases that it stands for.
    public let ids: [String]
    public let outcome: Outcome
    public let replies: [Reply]

    /// Further paths that it needs.
    public var more: [String: [Reply]] = [:]

    /// The name of the file comes from the server and is the point.
    public var isAboutName = false

    public init(_ name: String, _ ids: String, _ outcome: Outcome, _ replies: Reply..., more: [String: [Reply]] = [:]) {
        self.name = name
        self.ids = ids.split(separator: " ").map(String.init)
        self.outcome = outcome
        self.replies = replies
        self.more = more
    }

    public var description: String { name }
    public var path: String { "/" + name }

    /// Serves it with all its turns still to come.
    ///
    /// - Returns: its address.
    @discardableResult
    public func install(on origin: Origin) -> String {
        for (path, replies) in more { origin.serve(path, replies) }
        return origin.serve(path, replies)
    }

    /// The first case of this name.
    public static func named(_ name: String) -> HostileCase? {
        all.first { $0.name == name }
    }

    /// Every case there is.
    public static let all = resumes + lengths + names + redirects + networks

    /// What most cases are about: a little more than four mebibytes, so that ranges have something to be about.
    static let size: Int64 = (4 << 20) + 321
    static let file = Reply.file(size: size)

    /// The same address after the file was replaced by one of the same length.
    static let other = Reply.file(size: size, seed: 2).with { $0.etag = "\"v2\"" }

    /// A first answer that breaks off.
    static let cut = file.interrupted(.reset(after: 1_000_007)).times(1)
    static let right = Outcome.file([file.content])
    static let hasRange: @Sendable (OriginRequest) -> Bool = { $0.range != nil }
}

extension Reply {
    /// This reply only for requests with a range.
    func forRanges(times turns: Int? = nil) -> Reply {
        with { reply in
            reply.condition = HostileCase.hasRange
            reply.turns = turns
        }
    }

    /// This reply without anything to recognise the file by.
    var withoutValidators: Reply {
        with { reply in
            reply.etag = nil
            reply.lastModified = nil
        }
    }

    func adding(_ name: String, _ value: String) -> Reply {
        with { $0.headers.append(.init(name, value)) }
    }
}
