/// Something to be done that is measured.
struct Work: Sendable {
    let name: String
    let title: String
    let run: @Sendable (Stage) async throws -> [Row]

    static let all = [
        Work(name: "http", title: "1 GiB on one connection") { try await LargeFile(connections: 1).rows(on: $0) },
        Work(name: "tls", title: "1 GiB on one connection with TLS") { try await LargeFile(connections: 1, isSecure: true).rows(on: $0) },
        Work(name: "four", title: "1 GiB on four connections") { try await LargeFile(connections: 4).rows(on: $0) },
        Work(name: "small", title: "5,000 files of 16 KiB, 50 at once") { try await SmallFiles().rows(on: $0) },
        Work(name: "http-disk", title: "1 GiB on one connection onto ext4, peers followed by sync -f") {
            try await LargeFile(connections: 1, isOnDisk: true).rows(on: $0)
        },
        Work(name: "small-disk", title: "5,000 files of 16 KiB onto ext4, peers followed by sync -f") {
            try await SmallFiles(isOnDisk: true).rows(on: $0)
        },
        Work(name: "held", title: "256 MiB, each connection held to 8 MiB/s, at most 16") { try await HeldFile.held.rows(on: $0) },
        Work(name: "crawling", title: "128 MiB, every fourth connection crawls, at most 4") { try await HeldFile.crawling.rows(on: $0) },
        Work(name: "queued", title: "100,000 queued, one running") { try await LongQueue().rows(on: $0) },
        Work(name: "start", title: "from the start to the first byte") { try await Start().rows(on: $0) },
        Work(name: "agent", title: "an agent with 100,000 tasks") { try await LoadedAgent().rows(on: $0) },
        Work(name: "limit", title: "speed limits over 10 s") { try await SpeedLimits().rows(on: $0) },
        Work(name: "twice", title: "1 GiB on 16 connections: bytes fetched twice") { try await FetchedTwice().rows(on: $0) },
        Work(name: "crowd", title: "1,000 connections at once") { try await Crowd().rows(on: $0) },
        Work(name: "dashboard", title: "agent and dashboard, 12 downloads at 50 MiB/s in all") { try await WatchedAgent().rows(on: $0) },
    ]
}
