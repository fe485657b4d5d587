internal import Conditions
internal import Configuration
internal import DownloadCore
internal import Headless
internal import Platform
internal import Terminal
internal import Transport

extension DashboardCommand {
    static func run(urls: [String], options: BatchOptions, isForeground: Bool) async -> Int32 {
        await start(urls, options) { (context, look) throws(Context.Problem) in
            isForeground ? try await foreground(context, options) : await agent(context, look)
        }
    }

    static func demo(_ common: CommonOptions) async -> Int32 {
        var options = BatchOptions()
        options.isASCII = common.isASCII
        options.configurationFile = common.configurationFile
        return await start([], options) { (_, _) throws(Context.Problem) in
            let source = DemoSource()
            await source.start()
            return source
        }
    }

    private static func start(
        _ urls: [String],
        _ options: BatchOptions,
        _ open: (Context, DashboardLook) async throws(Context.Problem) -> any DashboardSource
    ) async -> Int32 {
        do throws(Context.Problem) {
            let context = try Context(file: options.configurationFile)
            guard ThisProcess.isTerminal(0), ThisProcess.isTerminal(1) else {
                throw Context.Problem(["haul: the dashboard needs a terminal; use haul --batch in scripts."], 28)
            }
            let look = try context.look()
            let source = try await open(context, look)
            do throws(TerminalError) {
                return await (try DashboardCommand(source: source, context: context, look: look, options: options)).run(urls: urls)
            } catch {
                await source.close()
                throw Context.Problem(["haul: \(error.description)"], 1)
            }
        } catch {
            for line in error.lines { Output.write(line + "\n", to: .error) }
            return error.status
        }
    }

    /// How lengths are asked for: a demo asks nobody.
    static func asking(_ source: any DashboardSource, _ context: Context) -> @Sendable (String) async -> Int64? {
        if let demo = source as? DemoSource { return { await demo.length(of: $0) } }
        let options = Probe.Options(context.settings, home: context.folders.home)
        return { await options.length(of: $0) }
    }

    private static func foreground(_ context: Context, _ options: BatchOptions) async throws(Context.Problem) -> any DashboardSource {
        var plan = try context.plan(options, session: options.session ?? "haul")
        if options.isEphemeral { plan.storeFolder = nil }
        plan.conditions = ConditionsWatch.Options(environment: context.environment)
        do throws(Failure) {
            return await LocalSource(try await Session.open(plan))
        } catch {
            throw Context.Problem(error)
        }
    }

    private static func agent(_ context: Context, _ look: DashboardLook) async -> any DashboardSource {
        let documents = context.settings.documents.directory(home: context.folders.home)
        let source = AgentSource(documents: documents, pause: look.pause)
        await source.start()
        return source
    }
}
