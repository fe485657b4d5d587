extension HostileCase {
    /// Kind 4: where servers send one.
    public static let redirects: [HostileCase] = [
        HostileCase(
            "redirects/chain",
            "B121",
            right,
            .redirect(to: "/redirects/2"),
            more: [
                "/redirects/2": [.redirect(to: "/redirects/3", status: 301)], "/redirects/3": [.redirect(to: "/redirects/4", status: 307)],
                "/redirects/4": [file],
            ]
        ),
        HostileCase("redirects/loop", "B131", .failure(["redirect"]), .redirect(to: "/redirects/loop")),
        HostileCase(
            "redirects/loop-of-two",
            "B131",
            .failure(["redirect"]),
            .redirect(to: "/redirects/b"),
            more: [
                "/redirects/b": [.redirect(to: "/redirects/loop-of-two")]
            ]
        ),
        HostileCase(
            "redirects/to-itself-with-a-cookie",
            "B133",
            right,
            file.when { $0.header("Cookie")?.contains("seen=1") == true },
            Reply.redirect(to: "/redirects/to-itself-with-a-cookie").adding("Set-Cookie", "seen=1; Path=/")
        ),
        HostileCase("redirects/to-a-file", "B125", .failure(["redirect"]), .redirect(to: "file:///etc/passwd")),
        HostileCase("redirects/to-gopher", "B125", .failure(["redirect"]), .redirect(to: "gopher://127.0.0.1:1/_x")),
        HostileCase("redirects/to-dict", "B125", .failure(["redirect"]), .redirect(to: "dict://127.0.0.1:1/d:x")),
        HostileCase("redirects/to-ftp", "B125", .failure(["redirect"]), .redirect(to: "ftp://127.0.0.1:1/x")),
        HostileCase("redirects/to-nowhere", "B131", .failure(["redirect", "http-status"]), .status(302)),
        HostileCase(
            "redirects/to-nonsense",
            "B131",
            .failure(["redirect", "unsupported-url", "network"]),
            .redirect(to: "http://[::1/x y")
        ),
        HostileCase(
            "redirects/expired-target",
            "B134 B137 B139",
            right,
            Reply.redirect(to: "/redirects/once").times(1),
            .redirect(to: "/redirects/again"),
            more: ["/redirects/once": [cut, .status(403)], "/redirects/again": [file]]
        ),
        HostileCase(
            "redirects/password-wanted",
            "B121",
            .failure(["authorization"]),
            file.with { $0.credentials = .init(user: "u", password: "p") }
        ),
    ]
}
