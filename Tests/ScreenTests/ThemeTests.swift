import Screen
import Testing
import TestSupport

struct ThemeTests {
    @Test(arguments: [
        (256, true, ColorDepth.many), (8, true, .eight), (16, true, .sixteen), (256, false, .none), (-1, true, .none), (2, true, .none),
        (88, true, .sixteen), (16_777_216, true, .direct), (32_768, true, .many),
    ])
    func `a terminal is given as many colours as it has and the person wants`(colors: Int, isWanted: Bool, expected: ColorDepth) {
        #expect(ColorDepth(colors: colors, isWanted: isWanted) == expected)
    }

    @Test(arguments: [
        (ColorWish.auto, [:], true), (.auto, ["NO_COLOR": "1"], false), (.auto, ["NO_COLOR": ""], true), (.auto, ["CLICOLOR": "0"], false),
        (.auto, ["CLICOLOR": "1"], true), (.auto, ["CLICOLOR": "0", "CLICOLOR_FORCE": "1"], true),
        (.auto, ["NO_COLOR": "1", "CLICOLOR_FORCE": "1"], false), (.auto, ["CLICOLOR": "0", "CLICOLOR_FORCE": "0"], false),
        (.always, ["NO_COLOR": "1", "CLICOLOR": "0"], true), (.never, ["CLICOLOR_FORCE": "1"], false),
    ])
    func `who wants no colour gets none`(wish: ColorWish, environment: [String: String], expected: Bool) {
        #expect(wish.allowsColors(in: environment) == expected)
    }

    @Test(arguments: [
        ("default", Theme.Style()), ("cyan", .init(.named(.cyan))), ("bold", .init(nil, .bold)),
        ("red bold", .init(.named(.red), .bold)), ("underline  bright-blue dim", .init(.named(.brightBlue), [.underline, .dim])),
        ("208", .init(.index(208))), ("#ff8700 bold", .init(.rgb(255, 135, 0), .bold)), ("0", .init(.index(0))),
    ])
    func `a style is a colour and attributes in any order`(text: String, expected: Theme.Style) {
        let style = Theme.Style(text)
        #expect(style == expected)
        #expect(style.flatMap { Theme.Style($0.text) } == expected)
    }

    @Test(arguments: [
        "", " ", "redd", "red blue", "default red", "256", "-1", "+1", "#fff", "#gggggg", "#+12345", "bold bold bold bold bold",
    ])
    func `what is no style is none`(text: String) {
        #expect(Theme.Style(text) == nil)
    }

    @Test(
        arguments: [
            (Theme.Color.named(.cyan), 6, 6, 6, 6), (.named(.brightRed), 1, 9, 9, 0xFF0000), (.index(208), 3, 11, 208, 0xFF8700),
            (.rgb(0, 0x5F, 0), 2, 2, 22, 0x005F00), (.rgb(0xAF, 0, 0), 1, 1, 124, 0xAF0000), (.rgb(0, 0x5F, 0xAF), 4, 4, 25, 0x005FAF),
            (.rgb(0x5F, 0xD7, 0xFF), 6, 14, 81, 0x5FD7FF), (.rgb(0, 0, 7), 4, 4, 16, 0),
        ] as [(Theme.Color, Int, Int, Int, Int)]
    )
    func `a colour becomes the nearest one there is`(color: Theme.Color, eight: Int, sixteen: Int, many: Int, direct: Int) {
        #expect(color.number(in: .none) == nil)
        #expect(color.number(in: .eight) == eight)
        #expect(color.number(in: .sixteen) == sixteen)
        #expect(color.number(in: .many) == many)
        #expect(color.number(in: .direct) == direct)
    }

    @Test func `greys of a theme are the foreground where there are no greys`() {
        for value in UInt8.min...UInt8.max {
            #expect(Theme.Color.rgb(value, value, value).number(in: .eight) == nil)
            #expect(Theme.Color.rgb(value, value, value).number(in: .sixteen) == nil)
        }
    }

    @Test(arguments: Theme.builtIn) func `the theme's file says what is built in`(builtIn: Theme.BuiltIn) throws {
        let root = #filePath.split(separator: "/").dropLast(3).map { "/" + $0 }.joined()
        let path = "\(root)/assets/themes/\(builtIn.name).toml"
        guard recordsGoldens else {
            #expect(readFile(path).map { String(decoding: $0, as: UTF8.self) } == builtIn.file)
            return
        }
        try writeFile(builtIn.file, to: path)
        Issue.record("recorded \(path)")
    }

    @Test func `there are five themes and the default names no shades`() {
        #expect(Theme.builtIn.map(\.name) == ["default", "light", "dark", "high-contrast", "mono"])
        #expect(Theme.named("nothing") == nil)
        for role in Role.allCases {
            #expect(Theme.mono[role].color == nil && Theme.highContrast[role].color == nil)
            #expect(!Theme.highContrast[role].attributes.contains(.dim))
            guard case .named(let name) = Theme.standard[role].color else { continue }
            // Bright black and its like are the background of some palettes.
            #expect(![.black, .white, .brightBlack, .brightWhite].contains(name))
        }
    }

    @Test(arguments: [("light", [1.0, 0.92]), ("dark", [0, 0.03])])
    func `shades can be read on their backgrounds`(name: String, backgrounds: [Double]) throws {
        let theme = try #require(Theme.named(name))
        for role in Role.allCases {
            guard let color = theme[role].color else { continue }
            for background in backgrounds {
                // The ratio of WCAG 2.1, which asks for 4.5.
                let levels = [luminance(color), background].sorted()
                #expect((levels[1] + 0.05) / (levels[0] + 0.05) >= 4.5, "\(name) \(role.name)")
            }
        }
    }

    @Test(arguments: Theme.builtIn) func `what failed differs from what is done by more than its hue`(builtIn: Theme.BuiltIn) {
        #expect(builtIn.theme[.failed].attributes != builtIn.theme[.done].attributes)
        #expect(builtIn.theme[.mark].attributes != builtIn.theme[.text].attributes)
        #expect(builtIn.theme[.accent].attributes != builtIn.theme[.text].attributes)
    }

    private func luminance(_ color: Theme.Color) -> Double {
        func linear(_ value: Int) -> Double {
            let share = Double(value) / 255
            // Close enough to the curve of sRGB to compare ratios with.
            return share <= 0.04045 ? share / 12.92 : power((share + 0.055) / 1.055)
        }
        let (red, green, blue) = color.components
        return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
    }

    /// The power of 2.4 for values up to one: the square times the fifth root of the square.
    private func power(_ value: Double) -> Double {
        let square = value * value
        var root = 1.0
        for _ in 0..<60 { root -= (root * root * root * root * root - square) / (5 * root * root * root * root) }
        return square * root
    }
}
