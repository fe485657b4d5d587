internal import Configuration
internal import Dashboard
internal import Headless
internal import Platform

/// `haul config check|show|path|keys`.
enum ConfigurationCommand {
    static func run(_ action: ConfigurationAction, file: String?) -> Int32 {
        switch action {
        case .keys:
            Output.write(ConfigurationFile.example + Keymap.standard.configuration, to: .standard)
            return 0
        case .check, .show, .path:
            do throws(Context.Problem) {
                let context = try Context(file: file)
                if action == .check {
                    _ = try context.look()
                    let notes = ConfigurationReader.notes(file: context.configurationFile, environment: context.environment)
                    for note in notes { Output.write("\(note) (no mistake, but worth a look)\n", to: .standard) }
                }
                Output.write(text(action, context), to: .standard)
                return 0
            } catch {
                for line in error.lines { Output.write(line + "\n", to: .error) }
                return error.status
            }
        }
    }

    private static func text(_ action: ConfigurationAction, _ context: Context) -> String {
        switch action {
        case .keys: ConfigurationFile.example
        case .check: "\(context.configurationFile): no mistakes\n"
        case .show:
            // It was read a moment ago: what has become of it since is told by the next call.
            ConfigurationReader.shown(file: context.configurationFile, environment: context.environment)
                ?? ConfigurationFile.text(of: context.settings)
        case .path:
            """
            configuration  \(context.configurationFile)
            state          \(context.folders.state)/haul
            cache          \(context.folders.cache)/haul
            runtime        \(context.folders.runtime.map { $0 + "/haul" } ?? context.folders.state + "/haul/run")
            documents      \(context.settings.documents.directory(home: context.folders.home))

            """
        }
    }
}
