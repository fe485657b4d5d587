internal import Agent
internal import Configuration
internal import DownloadCore
internal import Headless
internal import Platform

/// What a command starts from: the environment, the folders, the configuration.
struct Context {
    let environment: Environment
    let folders: Folders
    var settings: Settings
    let configurationFile: String

    /// What is wrong with the configuration, where that is no reason to stop.
    private(set) var problems: [String] = []

    /// A command that cannot begin: the line for standard error and the exit status.
    struct Problem: Error {
        var lines: [String]
        var status: Int32

        init(_ lines: [String], _ status: Int32) {
            self.lines = lines
            self.status = status
        }

        init(_ failure: Failure) {
            self.init(["haul: \(failure.detail). \(failure.code.sentence)"], failure.code.exitStatus)
        }
    }

    /// Reads all three.
    ///
    /// - Parameter file: the configuration file that the command names; one that is named must exist.
    /// - Throws: `Problem` with status 28 when the configuration has mistakes.
    init(file: String?) throws(Problem) {
        environment = Environment.current()
        do {
            folders = try Folders(environment: environment)
        } catch {
            throw Problem(["haul: \(error.description)"], 1)
        }
        let named = file ?? environment["HAUL_CONFIG"].flatMap { $0.isEmpty ? nil : $0 }
        configurationFile = named.map(ThisProcess.absolutePath) ?? folders.configurationFile
        do {
            settings = try ConfigurationReader.settings(file: configurationFile, mustExist: named != nil)
        } catch {
            throw Problem(error.lines, 28)
        }
    }

    /// As above for the agent, which nobody stands by: wrong keys have their defaults and are told of.
    static func ofAgent() throws(Problem) -> Context {
        let environment = Environment.current()
        let folders: Folders
        do {
            folders = try Folders(environment: environment)
        } catch {
            throw Problem(["haul agent: \(error.description)"], 1)
        }
        let file = environment["HAUL_CONFIG"].map(ThisProcess.absolutePath) ?? folders.configurationFile
        let (settings, problems) = ConfigurationReader.lenient(file: file)
        return Context(environment: environment, folders: folders, settings: settings, configurationFile: file, problems: problems)
    }

    private init(environment: Environment, folders: Folders, settings: Settings, configurationFile: String, problems: [String]) {
        self.environment = environment
        self.folders = folders
        self.settings = settings
        self.configurationFile = configurationFile
        self.problems = problems
    }

    /// The folder of the person's own themes.
    var themes: String { folders.configuration + "/haul/themes" }

    /// What the dashboard takes from the configuration and the theme that it names, as they are now.
    func look() throws(Problem) -> DashboardLook {
        do {
            return try ConfigurationReader.look(file: configurationFile, mustExist: false, themes: themes)
        } catch {
            throw Problem(error.lines, 28)
        }
    }

    var requestDefaults: RequestDefaults {
        var defaults = RequestDefaults()
        defaults.maxConnections = settings.downloads.maximumConnections
        defaults.connectTimeout = settings.downloads.connectTimeout
        defaults.timeout = settings.downloads.timeout
        defaults.retries = settings.downloads.retries
        defaults.lowestSpeed = settings.downloads.lowestSpeed ?? 0
        defaults.userAgent = settings.downloads.userAgent
        defaults.proxy = settings.network.proxy
        defaults.caFile = settings.network.certificateAuthorities.map { Settings.expand($0, home: folders.home) }
        defaults.waitNetwork = settings.network.waits
        defaults.diskFullWait = settings.downloads.diskFull == .wait
        defaults.resumeWithoutValidator = settings.resume.withoutValidator
        return defaults
    }

    /// Whether anything of a run may have to wait for power, a network or less load.
    func dependsOnConditions(_ options: BatchOptions) -> Bool {
        options.waitsForNetwork || settings.network.waits || options.isDiscretionary || !options.allowsMetered || !options.allowsCellular
            || !options.allowsConstrained
    }

    /// What a session of these options is made from.
    ///
    /// - Parameters:
    ///   - options: what the command line says.
    ///   - session: its name; nil for one that belongs to the documents directory.
    /// - Returns: a plan with absolute paths.
    /// - Throws: `Problem` when the configured name template makes no sense.
    func plan(_ options: BatchOptions, session: String?) throws(Problem) -> Session.Plan {
        let documents = ThisProcess.absolutePath(options.directory ?? settings.documents.directory(home: folders.home))
        let name = session ?? options.session ?? SessionName.derived(from: documents)
        let template: NameTemplate
        do {
            template = try NameTemplate(parsing: options.outputTemplate ?? settings.naming)
        } catch {
            throw Problem(["haul: \(error)"], 28)
        }
        var plan = Session.Plan(
            storeFolder: options.isEphemeral ? nil : folders.state + "/haul/sessions/" + SessionName.folder(name),
            documents: documents,
            name: name,
            template: template,
            keepsQuery: settings.publish.keepsOriginQuery,
            settings: .init(
                limits: .init(
                    tasks: options.maximumConcurrentDownloads ?? settings.downloads.maximumConcurrent,
                    connectionsPerHost: options.connectionsPerHost(default: settings.downloads.maximumConnectionsPerHost)
                ),
                rateLimit: (options.limitRate ?? settings.downloads.rateLimit).flatMap { $0 > 0 ? $0 : nil },
                session: name
            ),
            knownHosts: folders.home + "/.ssh/known_hosts"
        )
        plan.settings.template = options.outputTemplate ?? settings.naming
        plan.settings.conditions = settings.conditions.policy
        // Whoever names a folder means it.
        if options.directory == nil { plan.settings.rules = settings.rules }
        plan.settings.groups = settings.groups
        plan.settings.alternativeRateLimit = settings.downloads.alternativeRateLimit
        return plan
    }
}
