import Platform
import TestSupport
import Testing

@Suite struct KernelNewsTests {
    private static let event = "/sys/class/net/lo/uevent"

    @Test(.enabled(if: FileAccess.writingFault(event) == nil && ThisProcess.userID == 0, "only root can make the kernel tell of a device"))
    func `the kernel's word about a device is heard, with its class`() async throws {
        let news = try KernelNews(of: .devices)
        #expect(news.drain().isEmpty)
        let file = try File.open(Self.event, .write)
        try file.write(Array("change".utf8), at: 0)
        try await eventually("it is told", timeout: .seconds(10)) { news.drain().contains { $0.contains("SUBSYSTEM=net") } }
        // Nothing more is there, and a look does not wait.
        #expect(news.drain().allSatisfy { !$0.contains("SUBSYSTEM=power_supply") })
    }

    @Test func `nothing is told of routes while nothing changes`() throws {
        let news = try KernelNews(of: .routes)
        #expect(news.descriptor >= 0 && news.drain().isEmpty)
    }

    @Test func `this machine has itself for an interface`() throws {
        let loopback = try #require(NetworkInterface.all().first { $0.name == "lo" })
        #expect(loopback.isRunning && loopback.addresses.contains("127.0.0.1"))
        #expect(NetworkInterface.all().flatMap(\.addresses).allSatisfy { !$0.hasPrefix("fe80") })
    }
}
