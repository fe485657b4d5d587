internal import Configuration
internal import Dashboard
internal import Headless
internal import Platform
internal import Screen
internal import Terminal

extension DashboardCommand {
    /// Takes the configuration and the theme over as they are now; when one of them has a mistake, all stays as it was and is told of.
    func reload() async {
        FaultInjection.trap(at: "reload")
        let new: DashboardLook
        do throws(Context.Problem) {
            new = try context.look()
        } catch {
            let more = error.lines.count > 1 ? " (and \(error.lines.count - 1) more)" : ""
            await send(.notice((error.lines.first ?? "") + more, isError: true))
            return
        }
        guard new != look else { return }
        let old = look
        look = new
        context.settings = new.settings
        let environment = context.environment.variables
        let allowsColors = new.colors(options).allowsColors(in: environment)
        if new.theme != old.theme || allowsColors != old.colors(options).allowsColors(in: environment) {
            terminal.use(new.theme, colors: allowsColors)
        }
        // What was switched by its key stays, unless the file says another thing than before.
        if new.settings.dashboard.usesMouse != old.settings.dashboard.usesMouse { terminal.useMouse(new.settings.dashboard.usesMouse) }
        await send(.configured(new.keymap, new.glyphs(options, terminal), usesMouse: terminal.usesMouse))
        await send(.notice("The configuration was read again", isError: false))
    }
}
