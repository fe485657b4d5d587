internal import Configuration
internal import Headless
internal import Platform

/// `haul config check|show|path|keys`.
enum ConfigurationCommand {
    static func run(_ action: ConfigurationAction, file: String?) -> Int32 {
        switch action {
        case .keys:
            Output.write(ConfigurationFile.example, to: .standard)
            return 0
        case .check, .show, .path:
            do throws(Context.Problem) {
                let context = try Context(file: file)
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
        case .show: ConfigurationFile.text(of: context.settings)
        case .path:
            """
            configuration  \(context.configurationFile)
            state          \(context.folders.state)
            cache          \(context.folders.cache)
            runtime        \(context.folders.runtime ?? "-")
            documents      \(context.settings.documents.directory(home: context.folders.home))

            """
        }
    }
}
