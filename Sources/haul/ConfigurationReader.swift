internal import Configuration
internal import Dashboard
internal import DownloadCore
internal import Platform
internal import Screen

/// The configuration file as it lies on disk.
enum ConfigurationReader {
    /// A larger file is none that a person wrote.
    private static let largest = 1 << 20

    struct Problem: Error {
        var lines: [String]
    }

    /// The settings of a file; the defaults when it is not there and need not be.
    static func settings(file: String, mustExist: Bool) throws(Problem) -> Settings {
        guard let read = try read(file: file, mustExist: mustExist) else { return Settings() }
        guard read.errors.isEmpty else { throw Problem(lines: read.errors.map(\.description)) }
        return read.settings
    }

    /// The settings of a file as far as it is right, and what is wrong with it.
    ///
    /// - Parameters:
    ///   - file: its absolute path; without it all have their defaults.
    ///   - lastGood: what holds while something is wrong.
    /// - Returns: the settings, and a line for each mistake.
    static func lenient(file: String, lastGood: Settings = Settings()) -> (settings: Settings, problems: [String]) {
        do throws(Problem) {
            guard let whole = try read(file: file, mustExist: false) else { return (Settings(), []) }
            guard !whole.errors.isEmpty else { return (whole.settings, []) }
            guard let part = try read(file: file, mustExist: false, over: lastGood) else { return (Settings(), []) }
            return (part.settings, part.errors.map(\.description))
        } catch {
            return (lastGood, error.lines)
        }
    }

    /// All that the dashboard takes from files: the settings, the keys and the theme.
    ///
    /// - Parameters:
    ///   - file: the configuration file.
    ///   - mustExist: a file that is absent is an error.
    ///   - themes: the folder of the person's own themes, which go before built-in ones of the same name.
    /// - Returns: what they say.
    /// - Throws: `Problem` when one of them has a mistake.
    static func look(file: String, mustExist: Bool, themes: String) throws(Problem) -> DashboardLook {
        var read = try read(file: file, mustExist: mustExist) ?? ConfigurationFile(parsing: "", file: file)
        let name = read.settings.dashboard.theme
        var look = DashboardLook(settings: read.settings, keymap: Keymap.standard.changed(by: changes(read)).keymap)
        let path = "\(themes)/\(name).toml"
        if let text = try text(of: path, mustExist: false) {
            let theme = ThemeFile(parsing: text, file: path, over: Theme.named(name) ?? .standard)
            guard theme.errors.isEmpty else { throw Problem(lines: (read.errors + theme.errors).map(\.description)) }
            look.theme = theme.theme
        } else if let theme = Theme.named(name) {
            look.theme = theme
        } else if name == "auto" {
            look.followsBackdrop = true
        } else {
            let known = (Theme.builtIn.map(\.name) + ["auto"]).joined(separator: ", ")
            read.addProblem("there is no theme \(name): neither \(known), nor \(path)", key: "dashboard.theme", file: file)
        }
        guard read.errors.isEmpty else { throw Problem(lines: read.errors.map(\.description)) }
        return look
    }

    private static func read(
        file: String,
        mustExist: Bool,
        over previous: Settings = Settings()
    ) throws(Problem) -> ConfigurationFile? {
        guard let text = try text(of: file, mustExist: mustExist) else { return nil }
        var read = ConfigurationFile(parsing: text, file: file, over: previous)
        // Only the dashboard knows which commands and keys there are.
        let problems = Keymap.standard.changed(by: changes(read)).problems
        read.addKeyProblems(problems.map { ($0.change, $0.key, $0.text) }, file: file)
        return read
    }

    /// All values that hold, each with where it comes from; nil when the file cannot be read.
    static func shown(file: String, environment: Environment) -> String? {
        guard let text = try? text(of: file, mustExist: false) ?? "" else { return nil }
        return ConfigurationFile(parsing: text, file: file).shown(file: file, variables: variables(in: environment))
    }

    /// The variables that say something where the configuration does not.
    private static func variables(in environment: Environment) -> [String: String] {
        let names = [
            "network.proxy": ["https_proxy", "HTTPS_PROXY", "http_proxy", "all_proxy", "ALL_PROXY"],
            "network.ca_file": ["SSL_CERT_FILE"],
            "dashboard.color": ["NO_COLOR"],
        ]
        return names.compactMapValues { $0.first { environment[$0]?.isEmpty == false } }
    }

    /// What is no mistake in a file and hardly what anybody means, a line each; none of a file that cannot be read.
    static func notes(file: String, environment: Environment) -> [String] {
        guard let read = try? read(file: file, mustExist: false) else { return [] }
        let notes = read.notes(
            file: file,
            faultOfProgram: { faultOfProgram($0, environment) },
            now: SystemClocks().now().wall,
            keys: Keymap.standard.notes(on: changes(read)).map { ($0.change, $0.key, $0.text) }
        )
        return notes.map(\.description)
    }

    /// Why a program can't be run that a command names; nil when it can.
    static func faultOfProgram(_ name: String, _ environment: Environment) -> String? {
        guard name.contains("/") else { return environment.program(name) == nil ? "\(name) is not on PATH" : nil }
        // Hooks start in the home folder.
        let path = name.hasPrefix("/") ? name : (environment["HOME"] ?? "") + "/" + name
        guard (try? FileStatus.of(path: path)) ?? nil != nil else { return "there is no \(name)" }
        return ThisProcess.isProgram(path) ? nil : "\(name) is no program that can be run"
    }

    private static func changes(_ file: ConfigurationFile) -> [Keymap.Change] {
        file.keyEntries.map { Keymap.Change($0.command, $0.keys.map(\.text)) }
    }

    private static func text(of file: String, mustExist: Bool) throws(Problem) -> String? {
        let bytes: [UInt8]
        do throws(SystemError) {
            let opened = try File.open(file, .read)
            bytes = try opened.read(atMost: largest + 1)
        } catch {
            if error.code == .noSuchFile, !mustExist { return nil }
            throw Problem(lines: ["\(file): \(error.message)"])
        }
        guard bytes.count <= largest, let text = String(validating: bytes, as: UTF8.self) else {
            throw Problem(lines: ["\(file): this is no configuration file: it is too large or not UTF-8"])
        }
        return text
    }
}
