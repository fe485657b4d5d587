import Platform

/// A copy of the kernel's list of power supplies, with one adapter and one battery.
public final class PowerSupplies: Sendable {
    private let folder: TemporaryFolder

    /// What stands for `/sys`.
    public var root: String { folder.path }

    public init() throws {
        folder = try TemporaryFolder()
        for name in ["AC", "BAT0"] {
            let place = try Directory.make("\(root)/class/power_supply/\(name)")
            try Self.write(name == "AC" ? "Mains" : "Battery", to: place.path(of: "type"))
        }
    }

    public func write(adapter isIn: Bool, battery status: String, charge: Int) throws {
        let place = "\(root)/class/power_supply"
        try Self.write("\(charge)", to: place + "/BAT0/capacity")
        try Self.write(status, to: place + "/BAT0/status")
        try Self.write(isIn ? "1" : "0", to: place + "/AC/online")
    }

    private static func write(_ text: String, to path: String) throws {
        let file = try File.open(path, .write, creation: .ifMissing)
        try file.truncate(to: 0)
        try file.write(Array((text + "\n").utf8), at: 0)
        try file.close()
    }
}
