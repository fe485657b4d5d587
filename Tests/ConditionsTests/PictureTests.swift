import DownloadCore
import Platform
import Testing

@testable import Conditions

@Suite struct PictureTests {
    private static func supply(_ attributes: [String: String]) -> PowerSupply? { PowerSupply { attributes[$0] } }
    private static func adapter(_ online: String) -> PowerSupply? { supply(["type": "Mains", "online": online]) }

    private static func battery(_ status: String, _ capacity: String? = nil, scope: String? = nil) -> PowerSupply? {
        var attributes = ["type": "Battery", "status": status]
        attributes["capacity"] = capacity
        attributes["scope"] = scope
        return supply(attributes)
    }

    private static func power(_ supplies: PowerSupply?...) -> Conditions.Power? { PowerSupply.power(of: supplies.compactMap(\.self)) }

    // MARK: - Power

    @Test func `an adapter that is in comes first, then what the batteries do`() {
        #expect(Self.power(Self.adapter("1"), Self.battery("Discharging", "50")) == .mains)
        #expect(Self.power(Self.adapter("0"), Self.battery("Discharging", "50")) == .battery(charge: 50))
        #expect(Self.power(Self.adapter("0"), Self.battery("Full", "100")) == .battery(charge: 100))
        #expect(Self.power(Self.battery("Charging", "7")) == .mains)
        #expect(Self.power(Self.battery("Not charging")) == .mains)
        #expect(Self.power(Self.battery("Discharging")) == .battery(charge: nil))
        #expect(Self.power(Self.battery("Full", "90"), Self.battery("Discharging", "40")) == .battery(charge: 65))
        #expect(Self.power(Self.supply(["type": "USB_PD", "online": "2"]), Self.battery("Discharging")) == .mains)
        #expect(Self.power(Self.supply(["type": "UPS", "status": "Discharging", "capacity": "130"])) == .battery(charge: 100))
    }

    @Test func `what says nothing is not known`() {
        #expect(Self.power() == nil)
        #expect(Self.power(Self.battery("Unknown", "50")) == nil)
        #expect(Self.power(Self.adapter("0")) == nil)
        #expect(Self.power(Self.adapter("1")) == .mains)
        // A mouse's battery is nobody's power, and an empty bay has none.
        #expect(Self.power(Self.battery("Discharging", "3", scope: "Device")) == nil)
        #expect(Self.supply(["type": "Battery", "present": "0", "status": "Discharging"]) == nil)
        #expect(Self.supply([:]) == nil)
    }

    @Test func `the kernel goes before UPower, which knows where the kernel lists nothing`() {
        var picture = Picture()
        picture.isOnBattery = true
        #expect(picture.conditions.power == .battery(charge: nil))
        picture.supplies = [Self.adapter("1")].compactMap(\.self)
        #expect(picture.conditions.power == .mains)
        #expect(picture.conditions.sources == [.supplies, .upower])
        picture.supplies = []
        picture.isOnBattery = false
        #expect(picture.conditions.power == .mains)
        #expect(picture.conditions.sources == [.upower])
    }

    // MARK: - Routes

    private static let four = """
        Iface\tDestination\tGateway \tFlags\tRefCnt\tUse\tMetric\tMask\t\tMTU\tWindow\tIRTT
        wlan0\t00000000\t0102A8C0\t0003\t0\t0\t600\t00000000\t0\t0\t0
        eth0\t00000000\t010200C0\t0003\t0\t0\t100\t00000000\t0\t0\t0
        eth0\t000200C0\t00000000\t0001\t0\t0\t100\t00FFFFFF\t0\t0\t0
        tun0\t00000000\t00000000\t0001\t0\t0\t0\t00000080\t0\t0\t0
        dead\t00000000\t00000000\t0201\t0\t0\t0\t00000000\t0\t0\t0
        """
    private static let six = """
        00000000000000000000000000000000 00 00000000000000000000000000000000 00 fe800000000000000000000000000001 00000400 00000001 00000000 00000003     eth0
        00000000000000000000000000000000 00 00000000000000000000000000000000 00 00000000000000000000000000000000 ffffffff 00000001 00000000 00200200       lo
        20010db8000000000000000000000000 40 00000000000000000000000000000000 00 00000000000000000000000000000000 00000100 00000001 00000000 00000001     eth0
        """

    @Test func `ways out are told from all other routes`() {
        let routes = DefaultRoute.version4(Self.four)
        #expect(routes.map(\.interface) == ["wlan0", "eth0"])
        #expect(routes.map(\.metric) == [600, 100])
        #expect(DefaultRoute.version6(Self.six) == [DefaultRoute(family: .version6, interface: "eth0", metric: 0x400)])
        for nonsense in ["", "\n\n", "a b c", "eth0 00000000 x zz 0 0 -1 00000000", String(repeating: "0 ", count: 40)] {
            #expect(DefaultRoute.version4(nonsense).isEmpty && DefaultRoute.version6(nonsense).isEmpty)
        }
    }

    private static func picture(_ interfaces: NetworkInterface...) -> Picture {
        var picture = Picture()
        picture.take(DefaultRoute.version4(four) + DefaultRoute.version6(six), interfaces)
        return picture
    }

    @Test func `the preferred way out that works names the network, and its addresses are what connections depend on`() {
        let eth = NetworkInterface(name: "eth0", isRunning: true, addresses: ["192.0.2.2", "2001:db8:0:0::/64"])
        let wlan = NetworkInterface(name: "wlan0", isRunning: true, addresses: ["10.0.0.2"])
        let both = Self.picture(eth, wlan).conditions.network
        #expect(both.connectivity == .online && both.interface == "eth0")
        #expect(both.paths == ["eth0", "eth0 192.0.2.2", "eth0 2001:db8:0:0::/64"])
        // Nothing at the other end of the cable.
        let unplugged = Self.picture(NetworkInterface(name: "eth0", isRunning: false, addresses: eth.addresses), wlan).conditions.network
        #expect(unplugged.interface == "wlan0" && unplugged.paths == ["wlan0", "wlan0 10.0.0.2"])
        #expect(unplugged.connectivity == .online && unplugged.isCellular == nil)
    }

    @Test func `only what was there can be lost`() {
        var picture = Picture()
        #expect(picture.conditions.network.connectivity == nil)
        picture.take([], [])
        #expect(picture.conditions.network.connectivity == nil)
        let eth = NetworkInterface(name: "eth0", isRunning: true)
        let route = DefaultRoute(family: .version4, interface: "eth0", metric: 0)
        picture.take([route], [eth])
        #expect(picture.conditions.network.connectivity == .online)
        picture.take([], [eth])
        #expect(picture.conditions.network.connectivity == .offline && picture.conditions.network.paths.isEmpty)
        picture.take([route], [])
        #expect(picture.conditions.network.connectivity == .offline)
        picture.take([route], [eth])
        #expect(picture.conditions.network.connectivity == .online)
        picture.take(nil, [])
        #expect(picture.conditions.network.connectivity == nil)
    }

    @Test(arguments: [("wwan0", true), ("wwp0s20f0u6i12", true), ("ppp0", true), ("eth0", nil), ("wlp3s0", nil), ("usb0", nil)])
    func `modems are known by the names of their interfaces where nobody says more`(name: String, isCellular: Bool?) {
        var picture = Picture()
        picture.take([DefaultRoute(family: .version4, interface: name, metric: 0)], [NetworkInterface(name: name, isRunning: true)])
        #expect(picture.conditions.network.isCellular == isCellular)
        #expect(picture.conditions.network.isExpensive == (isCellular == true ? true : nil))
        picture.manager = .init(metered: 2, connectivity: 4, type: "802-11-wireless")
        #expect(picture.conditions.network.isCellular == false && picture.conditions.network.isExpensive == false)
    }

    // MARK: - NetworkManager

    @Test(arguments: [(0, nil), (1, true), (2, false), (3, true), (4, false), (9, nil)] as [(UInt32, Bool?)])
    func `guesses count as far as they go`(metered: UInt32, isMetered: Bool?) {
        var picture = Picture()
        picture.manager = .init(metered: metered)
        #expect(picture.conditions.network.isMetered == isMetered)
        #expect(picture.conditions.sources == [.networkManager])
    }

    @Test(arguments: [("gsm", true), ("cdma", true), ("bluetooth", true), ("802-3-ethernet", false), ("", nil)] as [(String, Bool?)])
    func `the kind of the connection that leads out tells mobile networks`(type: String, isCellular: Bool?) {
        var picture = Picture()
        picture.manager = .init(type: type)
        #expect(picture.conditions.network.isCellular == isCellular)
    }

    @Test func `a login is in the way only where there is a way, and the kernel's word stands where nobody checks`() {
        var picture = Self.picture(NetworkInterface(name: "eth0", isRunning: true))
        let expected: [UInt32: Conditions.Connectivity] = [0: .online, 1: .online, 2: .portal, 3: .online, 4: .online]
        for (number, connectivity) in expected {
            picture.manager = .init(connectivity: number)
            #expect(picture.conditions.network.connectivity == connectivity)
        }
        picture.take([], [])
        picture.manager = .init(connectivity: 2)
        #expect(picture.conditions.network.connectivity == .offline)
    }

    // MARK: - Load

    @Test func `the load is an average for each processor`() {
        #expect(SystemLoad.percent("2.50 1.00 0.50 3/100 4711\n", processors: 2) == 125)
        #expect(SystemLoad.percent("0.00 0 0", processors: 8) == 0)
        for nonsense in ["", "x", "-1", "inf", "nan"] { #expect(SystemLoad.percent(nonsense, processors: 2) == nil) }
        #expect(SystemLoad.percent("1e300", processors: 1) == 1_000_000_000)
        #expect(SystemLoad.percent("1", processors: 0) == nil)
        #expect(SystemLoad.percent(procfs: "/proc") != nil)
    }
}
