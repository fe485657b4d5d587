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
        .executable(name: "haul", targets: ["haul"])
    ],
    targets: [
        // System libraries. Each has exactly one importer.
        .systemLibrary(name: "CCurl", path: "Sources/CCurl", pkgConfig: "libcurl"),
        .systemLibrary(name: "CNcurses", path: "Sources/CNcurses"),
        .systemLibrary(name: "CSQLite", path: "Sources/CSQLite", pkgConfig: "sqlite3"),
        .systemLibrary(name: "CCrypto", path: "Sources/CCrypto", pkgConfig: "libcrypto"),
        .systemLibrary(name: "CZlib", path: "Sources/CZlib", pkgConfig: "zlib"),
        .systemLibrary(name: "CLinux", path: "Sources/CLinux"),
        .target(name: "CTOML", path: "Sources/CTOML"),

        // The domain as values.
        room("DownloadCore"),
        room("EventBus", ["DownloadCore"]),
        room("Configuration", ["CTOML", "DownloadCore"]),

        // Adapters.
        room("Platform", ["CLinux"]),
        room("Transport", ["CCurl", "DownloadCore", "Platform"]),
        room("SQLite", ["CSQLite"]),
        room("Compression", ["CZlib"]),
        room("Store", ["DownloadCore", "Platform", "SQLite"]),
        room("Documents", ["CCrypto", "DownloadCore", "Platform", "SQLite"]),

        // The owner of every task.
        room("Agent", ["DownloadCore"]),

        // The dashboard.
        room("Screen"),
        room("Dashboard", ["DownloadCore", "Screen"]),
        room("Terminal", ["CNcurses", "Platform", "Screen"]),

        // Headless output as values: JSON lines, plain lines, the bar block, input lists.
        room("Headless", ["DownloadCore", "Screen"]),

        .executableTarget(
            name: "haul",
            dependencies: [
                "Agent", "Compression", "Configuration", "Dashboard", "Documents", "DownloadCore", "EventBus", "Headless", "Platform",
                "Screen",
                "Store", "Terminal", "Transport",
            ],
            swiftSettings: strict
        ),

        // Tests.
        .target(name: "TestSupport", dependencies: ["DownloadCore", "Platform"], path: "Tests/TestSupport", swiftSettings: strict),
        .executableTarget(name: "hostile-origin", dependencies: ["TestSupport"], path: "Tests/HostileOrigin", swiftSettings: strict),
        tests("SetupTests", ["TestSupport"]),
        tests("TestSupportTests", ["TestSupport"]),
        tests("ConfigurationTests", ["Configuration", "DownloadCore", "TestSupport"]),
        tests("EndToEndTests", ["Documents", "DownloadCore", "TestSupport", "haul"]),
        tests("EventBusTests", ["DownloadCore", "EventBus", "TestSupport"]),
        tests("AgentTests", ["Agent", "Documents", "DownloadCore", "Platform", "TestSupport", "Transport"]),
        tests("DownloadCoreTests", ["DownloadCore", "TestSupport"]),
        tests("PlatformTests", ["Platform", "TestSupport"]),
        tests("StoreTests", ["DownloadCore", "Platform", "SQLite", "Store", "TestSupport"]),
        tests("DocumentsTests", ["Documents", "DownloadCore", "Platform", "TestSupport"]),
        tests("ScreenTests", ["Screen"]),
        tests("DashboardTests", ["Dashboard", "DownloadCore", "Screen", "TestSupport"], exclude: ["Goldens"]),
        tests("TerminalTests", ["Platform", "Screen", "Terminal"]),
        tests("HeadlessTests", ["DownloadCore", "Headless", "Screen", "TestSupport"], exclude: ["Goldens"]),
    ],
    swiftLanguageModes: [.v6],
    cxxLanguageStandard: .cxx17
)
