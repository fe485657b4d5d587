extension HostileCase {
    private static func partial(_ partial: Reply.Partial) -> Reply { file.with { $0.partial = partial } }
    private static let ignoring = file.with { $0.ranges = .ignored }
    private static let unsatisfiable = file.with { $0.ranges = .unsatisfiable }

    /// A file whose only mark is a date that the very second of the answer may have made.
    private static func dated(_ reply: Reply) -> Reply {
        reply.with { reply in
            reply.etag = nil
            reply.lastModified = reply.date
        }
    }

    /// Kind 1: what servers make of a range.
    public static let resumes: [HostileCase] = [
        HostileCase("resume/right", "B035 B040 B044", right, cut, file),
        HostileCase("resume/ignored", "B001 B002 B031", right, cut, ignoring),
        HostileCase("resume/ignored-once", "B032", right, cut, ignoring.forRanges(times: 1), file),
        HostileCase("resume/earlier", "B004", right, cut, partial(.shifted(-4))),
        HostileCase("resume/later", "B004", right, cut, partial(.shifted(4))),
        HostileCase("resume/equals-sign", "B005", right, cut, partial(.spelledWithEquals)),
        HostileCase("resume/content-range-on-200", "B005", right, file.adding("Content-Range", "bytes=0-99/100")),
        HostileCase("resume/nonsense", "B005", right, cut, partial(.text("bytes what you asked for"))),
        HostileCase("resume/range-of-2-to-the-63", "B005", right, cut, partial(.text("bytes 0-9223372036854775807/9223372036854775807"))),
        HostileCase("resume/unnamed", "B005", right, cut, partial(.missing)),
        HostileCase("resume/multipart", "B076", right, cut, partial(.multipart)),
        HostileCase("resume/other-total", "B014 B020", right, cut, partial(.total(size + 5)).forRanges(times: 1), file),
        HostileCase("resume/unknown-total", "B014", right, cut, partial(.total(nil))),
        HostileCase("resume/longer-than-asked", "B023 B037 B044", right, file.limited(to: 2 << 20).times(1), partial(.longer(5000))),
        HostileCase(
            "resume/416-complete",
            "B007",
            right,
            file.with { $0.framing = .chunked }.interrupted(.reset(after: size)).times(1),
            file
        ),
        HostileCase(
            "resume/416-complete-unnamed",
            "B008 B154",
            right,
            file.with { $0.framing = .chunked }.interrupted(.reset(after: size)).times(1),
            file.with { $0.namesSizeWhenUnsatisfiable = false }
        ),
        HostileCase("resume/416-with-page", "B010", right, cut, unsatisfiable.forRanges(times: 1), file),
        HostileCase("resume/416-for-ever", "B007 B010", right, cut, unsatisfiable.forRanges(), file),
        HostileCase("resume/404-once", "B011", right, cut, .status(404).forRanges(times: 1), file),
        HostileCase("resume/404-for-ever", "B011", .failure(["not-found"]), cut, .status(404)),
        HostileCase("resume/412-once", "B014", right, cut, Reply.status(412).forRanges(times: 1), file),
        HostileCase("resume/changed", "B013", .file([other.content]), cut, other),
        HostileCase("resume/changed-if-range-ignored", "B014", .file([other.content]), cut, other.with { $0.honoursIfRange = false }),
        HostileCase("resume/changed-weak-date", "B016", .file([other.content]), dated(cut), dated(other)),
        HostileCase(
            "resume/changed-weak-tag",
            "B014 B016",
            .file([other.content]),
            cut.with { $0.etag = "W/\"v1\"" },
            other.with { reply in
                reply.etag = "W/\"v2\""
                reply.honoursIfRange = false
            }
        ),
        HostileCase("resume/changed-no-validator", "B017 B034", .file([other.content]), cut.withoutValidators, other.withoutValidators),
        HostileCase(
            "resume/changed-length",
            "B020",
            .file([.generated(GeneratedContent(seed: 2, size: size - 4321))]),
            cut,
            Reply.file(size: size - 4321, seed: 2).with { $0.ranges = .ignored }
        ),
        HostileCase(
            "resume/changed-shorter",
            "B025",
            .file([.generated(GeneratedContent(seed: 2, size: 500_000))]),
            ignoring.interrupted(.close(after: 3 << 20)).times(1),
            Reply.file(size: 500_000, seed: 2).with { $0.ranges = .ignored }
        ),
        HostileCase("resume/changed-encoding", "B013", right, cut, file.adding("Content-Encoding", "gzip").forRanges(times: 1), file),
        HostileCase(
            "segments/changed",
            "B019",
            .file([file.content, other.content]),
            file.limited(to: 2 << 20).times(1),
            other.with { $0.honoursIfRange = false }
        ),
        HostileCase("segments/404-once", "B166", right, file.limited(to: 2 << 20).times(1), .status(404).forRanges(times: 1), file),
        HostileCase("segments/404-for-ever", "B080", right, file.limited(to: 2 << 20).times(1), .status(404)),
        HostileCase("segments/reset", "B040 B044", right, file.limited(to: 2 << 20).interrupted(.reset(after: 400_000))),
        HostileCase("segments/surplus-stays-open", "B164", right, file.interrupted(.stall(after: size))),
        HostileCase(
            "resume/stalls-again-and-again",
            "B035",
            .file([.generated(GeneratedContent(seed: 1, size: 60_000))]),
            Reply.file(size: 60_000).interrupted(.stall(after: 20_000))
        ),
        HostileCase("resume/whole-answered-by-part", "B005", right, file.with { $0.status = 206 }.times(1), file),
        HostileCase(
            "resume/no-accept-ranges",
            "B029",
            right,
            cut.with { $0.ranges = .honouredSilently },
            file.with { $0.ranges = .honouredSilently }
        ),
        HostileCase("resume/head-refused", "B029", right, Reply.status(405).when { $0.method == "HEAD" }, cut, file),
        HostileCase(
            "resume/through-redirect",
            "B028",
            right,
            Reply.redirect(to: "/resume/target").adding("Accept-Ranges", "none"),
            more: ["/resume/target": [cut, file]]
        ),
        HostileCase("resume/resets-every-half-mebibyte", "B040", right, file.interrupted(.reset(after: 1 << 19))),
        HostileCase("resume/no-ranges-no-end", "B002 B052", .failure(["network"]), ignoring.interrupted(.reset(after: 1 << 20))),
    ]
}
