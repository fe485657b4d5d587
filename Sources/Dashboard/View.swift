import DownloadCore
public import Screen

/// The whole screen for a model.
public func view(_ model: Model) -> Frame {
    var frame = Frame(size: model.size)
    guard let layout = model.layout else {
        frame.put(Cut.end("Haul needs 24x6", to: model.size.width, ellipsis: ""), x: 0, y: 0)
        return frame
    }
    frame.title = title(model)
    drawHeader(model, in: layout, on: &frame)
    drawTabs(model, in: layout, on: &frame)
    drawList(model, in: layout, on: &frame)
    DetailsPanel.draw(model, in: layout, on: &frame)
    GraphPanel.draw(model, in: layout, on: &frame)
    LogPanel.drawStrip(model, in: layout, on: &frame)
    drawStatus(model, in: layout, on: &frame)
    drawFooter(model, in: layout, on: &frame)
    for overlay in model.overlays {
        switch overlay {
        case .help(let help): HelpPanel.draw(help, model, on: &frame)
        case .palette(let palette): PalettePanel.draw(palette, model, on: &frame)
        case .add(let prompt): AddPanel.draw(prompt, model, on: &frame)
        case .delete(let prompt): DeletePanel.draw(prompt, model, on: &frame)
        case .deleteFiles(let prompt): FileDeletePanel.draw(prompt, model, on: &frame)
        case .log(let log): LogPanel.draw(log, model, on: &frame)
        case .settings(let menu): SettingsPanel.draw(menu, model, on: &frame)
        case .edit(let form): EditPanel.draw(form, model, on: &frame)
        case .stopAgent: StopPanel.draw(model, on: &frame)
        case .sort(let menu): SortPanel.draw(menu, model, on: &frame)
        case .filter, .prompt, .search, .fileSearch: break
        }
    }
    return frame
}

/// The title of the terminal's window: how far and how fast.
private func title(_ model: Model) -> String {
    guard model.counts[.active] > 0 else { return "Haul" }
    let share = model.totals.total > 0 ? Format.percent(model.totals.done, of: model.totals.total) + " " : ""
    return model.glyphs.running + " " + share + model.rate(model.totals.rate) + " - Haul"
}
