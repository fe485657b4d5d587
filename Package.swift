// swift-tools-version: 6.2

import PackageDescription

/// Settings of every Swift target: the Swift 6 language mode with the upcoming features that make isolation and imports explicit.
let strict: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    .enableUpcomingFeature("InferIsolatedConformances"),
    .treatAllWarnings(as: .error),
]

/// The same for a library with protocols that programs conform to.
///
/// With `NonisolatedNonsendingByDefault`, Swift 6.3 takes an `async` method of a main-actor class for nonisolated when it fits a requirement of such a
/// protocol: delegates could not touch their own state.
let strictForPrograms: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InferIsolatedConformances"),
    .treatAllWarnings(as: .error),
]

/// One room of the house: a target with the settings above.
func room(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
    .target(name: name, dependencies: dependencies, swiftSettings: strict)
}

/// The tests of a room; golden texts lie beside them and are read from there.
func tests(_ name: String, _ dependencies: [Target.Dependency], exclude: [String] = []) -> Target {
    .testTarget(name: name, dependencies: dependencies, exclude: exclude, swiftSettings: strict)
}

let package = Package(
    name: "haul",
    products: [
        .executable(name: "haul", targets: ["haul"]),
        .library(name: "BackgroundTransfer", targets: ["BackgroundTransfer"]),
        .library(name: "BackgroundURLSession", targets: ["BackgroundURLSession"]),
    ],
    targets: [
        // System libraries. Each has exactly one importer.
        .systemLibrary(name: "CCurl", path: "Sources/CCurl", pkgConfig: "libcurl"),
        .systemLibrary(name: "CNcurses", path: "Sources/CNcurses"),
        .systemLibrary(name: "CSQLite", path: "Sources/CSQLite", pkgConfig: "sqlite3"),
        .systemLibrary(name: "CCrypto", path: "Sources/CCrypto", pkgConfig: "libcrypto"),
        .systemLibrary(name: "CZlib", path: "Sources/CZlib", pkgConfig: "zlib"),
        .systemLibrary(name: "CSystemd", path: "Sources/CSystemd", pkgConfig: "libsystemd"),
        .systemLibrary(name: "CLinux", path: "Sources/CLinux"),
        .target(name: "CTOML", path: "Sources/CTOML"),

        // The domain as values.
        room("DownloadCore"),
        room("EventBus", ["DownloadCore"]),
        room("Configuration", ["CTOML", "DownloadCore", "Screen"]),

        // Adapters.
        room("Platform", ["CLinux"]),
        room("Desktop", ["CSystemd", "Platform"]),
        room("Transport", ["CCurl", "DownloadCore", "Platform"]),
        room("SQLite", ["CSQLite"]),
        room("Compression", ["CZlib"]),
        room("Store", ["DownloadCore", "Platform", "SQLite"]),
        room("Documents", ["CCrypto", "DownloadCore", "Platform", "SQLite"]),

        room("Conditions", ["Desktop", "DownloadCore", "Platform"]),

        // The owner of every task.
        room("Agent", ["DownloadCore"]),

        // The link between the agent's process and its clients.
        room("AgentLink", ["DownloadCore", "Platform"]),

        // The agent as its clients know it.
        room("AgentHost", ["Agent", "AgentLink", "DownloadCore", "EventBus", "Platform"]),

        // For programs: background sessions.
        .target(name: "BackgroundTransfer", dependencies: ["AgentLink", "DownloadCore", "Platform"], swiftSettings: strictForPrograms),

        // The same in Apple's words, for code that exists.
        .target(name: "BackgroundURLSession", dependencies: ["BackgroundTransfer"], swiftSettings: strictForPrograms),

        // The dashboard.
        room("Screen"),
        room("Dashboard", ["DownloadCore", "Screen"]),
        room("Terminal", ["CNcurses", "Platform", "Screen"]),

        // Headless output as values: JSON lines, plain lines, the bar block, input lists.
        room("Headless", ["DownloadCore", "Screen"]),

        .executableTarget(
            name: "haul",
            dependencies: [
                "Agent", "AgentHost", "AgentLink", "Compression", "Conditions", "Configuration", "Dashboard", "Desktop", "Documents",
                "DownloadCore", "EventBus", "Headless", "Platform", "Screen", "Store", "Terminal", "Transport",
            ],
            swiftSettings: strict
        ),

        // Haul and its peers on the same work; not a product, never installed.
        .executableTarget(name: "benchmark", dependencies: ["Platform", "TestSupport"], swiftSettings: strict),

        // Tests.
        .target(
            name: "TestSupport",
            dependencies: ["CLinux", "DownloadCore", "Platform"],
            path: "Tests/TestSupport",
            swiftSettings: strict
        ),
        .target(
            name: "FakeAgent",
            dependencies: ["AgentLink", "BackgroundTransfer", "DownloadCore", "Platform"],
            path: "Tests/FakeAgent",
            swiftSettings: strict
        ),
        .executableTarget(name: "hostile-origin", dependencies: ["TestSupport"], path: "Tests/HostileOrigin", swiftSettings: strict),
        .executableTarget(
            name: "sample-agent",
            dependencies: ["AgentLink", "Desktop", "Platform"],
            path: "Tests/SampleAgent",
            swiftSettings: strict
        ),
        .executableTarget(
            name: "FireAndForget",
            dependencies: ["BackgroundTransfer"],
            path: "Tests/Examples/FireAndForget",
            swiftSettings: strict
        ),
        .executableTarget(
            name: "DownloadManager",
            dependencies: ["BackgroundTransfer"],
            path: "Tests/Examples/DownloadManager",
            swiftSettings: strict
        ),
        .executableTarget(
            name: "PhotoFetcher",
            dependencies: ["BackgroundURLSession"],
            path: "Tests/Examples/PhotoFetcher",
            swiftSettings: strict
        ),
        .executableTarget(
            name: "VideoManager",
            dependencies: ["BackgroundURLSession"],
            path: "Tests/Examples/VideoManager",
            swiftSettings: strict
        ),
        .executableTarget(
            name: "URLSessionProbe",
            dependencies: ["BackgroundURLSession"],
            path: "Tests/URLSessionProbe",
            swiftSettings: strict
        ),
        .executableTarget(
            name: "FoundationFaults",
            dependencies: ["BackgroundURLSession", "TestSupport"],
            path: "Tests/FoundationFaults",
            swiftSettings: strict
        ),
        .executableTarget(
            name: "TransferProbe",
            dependencies: ["BackgroundTransfer", "Platform"],
            path: "Tests/TransferProbe",
            swiftSettings: strict
        ),
        .executableTarget(name: "sample-tasks", dependencies: ["Platform"], path: "Tests/SampleTasks", swiftSettings: strict),
        tests("SetupTests", ["TestSupport"]),
        tests("TestSupportTests", ["TestSupport"]),
        tests("BackgroundTransferTests", ["AgentLink", "BackgroundTransfer", "DownloadCore", "FakeAgent", "Platform", "TestSupport"]),
        tests(
            "BackgroundURLSessionTests",
            ["AgentLink", "BackgroundTransfer", "BackgroundURLSession", "DownloadCore", "FakeAgent", "Platform", "TestSupport"]
        ),
        tests("ConfigurationTests", ["Configuration", "DownloadCore", "Screen", "TestSupport"]),
        tests(
            "EndToEndTests",
            [
                "Dashboard", "Documents", "DownloadCore", "DownloadManager", "FireAndForget", "PhotoFetcher", "Screen", "TestSupport",
                "TransferProbe", "URLSessionProbe", "VideoManager", "haul",
            ],
            exclude: ["Goldens"]
        ),
        tests("EventBusTests", ["DownloadCore", "EventBus", "TestSupport"]),
        tests(
            "AgentTests",
            ["Agent", "AgentHost", "AgentLink", "Documents", "DownloadCore", "EventBus", "Platform", "TestSupport", "Transport"]
        ),
        tests("AgentLinkTests", ["AgentLink", "DownloadCore", "Platform", "TestSupport", "sample-agent"]),
        tests("DesktopTests", ["Desktop", "Platform", "TestSupport", "sample-agent"]),
        tests("ConditionsTests", ["Conditions", "DownloadCore", "Platform", "TestSupport"]),
        tests("DownloadCoreTests", ["DownloadCore", "TestSupport"]),
        tests("PlatformTests", ["Platform", "TestSupport", "sample-tasks"]),
        tests("StoreTests", ["DownloadCore", "Platform", "SQLite", "Store", "TestSupport"]),
        tests("DocumentsTests", ["Documents", "DownloadCore", "Platform", "TestSupport"]),
        tests("ScreenTests", ["Screen", "TestSupport"]),
        tests("DashboardTests", ["Configuration", "Dashboard", "DownloadCore", "Screen", "TestSupport"], exclude: ["Goldens"]),
        tests("TransportTests", ["DownloadCore", "TestSupport", "Transport"]),
        tests("TerminalTests", ["Platform", "Screen", "Terminal"]),
        tests("HeadlessTests", ["DownloadCore", "Headless", "Screen", "TestSupport"], exclude: ["Goldens"]),
    ],
    swiftLanguageModes: [.v6],
    cxxLanguageStandard: .cxx17
)
