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

/// The tests of a room.
func tests(_ name: String, _ dependencies: [Target.Dependency], resources: [Resource] = []) -> Target {
    .testTarget(name: name, dependencies: dependencies, exclude: [], resources: resources, swiftSettings: strict)
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
        .target(name: "CTOML", path: "Sources/CTOML"),

        // The domain as values.
        room("DownloadCore"),
        room("EventBus", ["DownloadCore"]),
        room("Configuration", ["CTOML", "DownloadCore"]),

        // Adapters.
        room("Platform"),
        room("Transport", ["CCurl", "DownloadCore", "Platform"]),
        room("Store", ["CSQLite", "DownloadCore", "Platform"]),
        room("Documents", ["CCrypto", "CSQLite", "DownloadCore", "Platform"]),

        // The owner of every task.
        room("Agent", ["DownloadCore", "EventBus"]),

        // The dashboard.
        room("Screen"),
        room("Dashboard", ["DownloadCore", "Screen"]),
        room("Terminal", ["CNcurses", "Platform", "Screen"]),

        // Headless output as values: JSON lines, plain lines, the bar block, input lists.
        room("Headless", ["DownloadCore", "Screen"]),

        .executableTarget(
            name: "haul",
            dependencies: [
                "Agent", "Configuration", "Dashboard", "Documents", "DownloadCore", "EventBus", "Headless", "Platform", "Screen",
                "Store", "Terminal", "Transport",
            ],
            swiftSettings: strict
        ),

        // Tests.
        .target(name: "TestSupport", dependencies: ["DownloadCore", "Platform"], path: "Tests/TestSupport", swiftSettings: strict),
        tests("DownloadCoreTests", ["DownloadCore", "TestSupport"]),
    ],
    swiftLanguageModes: [.v6],
    cxxLanguageStandard: .cxx17
)
