internal import Configuration
internal import Dashboard
internal import Headless
internal import Platform
internal import Screen
internal import Terminal

extension DashboardCommand {
    /// Takes the colours that suit the background when the terminal has told how bright that is.
    func useBackdrop() {
        guard look.followsBackdrop, let backdrop = terminal.backdrop, backdrop != backdropInUse else { return }
        backdropInUse = backdrop
        let theme = look.theme(on: backdrop)
        // A dark background has what the screen was begun with.
        guard theme != look.theme else { return }
        terminal.use(theme, colors: look.colors(options).allowsColors(in: context.environment.variables))
        isChanged = true
    }

    /// Takes the configuration and the theme over as they are now; when one of them has a mistake, all stays as it was and is told of.
    func reload() async {
        let new: DashboardLook
        do throws(Context.Problem) {
            new = try context.look()
        } catch {
            let more = error.lines.count > 1 ? " (and \(error.lines.count - 1) more)" : ""
            await send(.notice((error.lines.first ?? "") + more, isError: true))
            hasMistake = true
            return
        }
        let wasMended = hasMistake
        hasMistake = false
        guard new != look else {
            // Nothing is different, but whoever was told of a mistake wants to know that it is gone.
            if wasMended { await send(.notice("The configuration was read again", isError: false)) }
            return
        }
        let old = look
        look = new
        context.settings = new.settings
        await source.setPause(new.pause)
        let environment = context.environment.variables
        let allowsColors = new.colors(options).allowsColors(in: environment)
        if new.theme != old.theme || allowsColors != old.colors(options).allowsColors(in: environment) {
            terminal.use(new.theme(on: terminal.backdrop), colors: allowsColors)
        }
        if new.followsBackdrop != old.followsBackdrop {
            terminal.use(new.theme(on: terminal.backdrop), colors: allowsColors)
            if new.followsBackdrop, terminal.backdrop == nil { terminal.askForBackdrop() }
        }
        // What was switched by its key stays, unless the file says another thing than before.
        if new.settings.dashboard.usesMouse != old.settings.dashboard.usesMouse { terminal.useMouse(new.settings.dashboard.usesMouse) }
        let hasNewFooter = new.settings.dashboard.footer != old.settings.dashboard.footer
        let usesFunctionKeys = hasNewFooter ? new.usesFunctionKeys : model.usesFunctionKeys
        let glyphs = new.glyphs(options, terminal)
        await send(.configured(new.keymap, glyphs, usesMouse: terminal.usesMouse, usesFunctionKeys: usesFunctionKeys))
        await send(.notice("The configuration was read again", isError: false))
    }
}
