import Screen

/// A box over the screen with a title in its upper edge; returns what is inside.
func drawDialog(_ title: String, width: Int, height: Int, _ model: Model, on frame: inout Frame) -> Rect {
    // A column of the list at each side would only look like a part of the dialog.
    let box = frame.bounds.centered(width: width + 2 < frame.size.width ? width : frame.size.width, height: height)
    let glyphs = model.glyphs.box
    frame.clear(box)
    guard box.width >= 4, box.height >= 2 else { return box }
    let line = String(repeating: glyphs.horizontal, count: box.width - 2)
    frame.put(glyphs.upperLeft + line + glyphs.upperRight, x: box.x, y: box.y, role: .faint)
    frame.put(glyphs.lowerLeft + line + glyphs.lowerRight, x: box.x, y: box.endY - 1, role: .faint)
    for y in (box.y + 1)..<max(box.y + 1, box.endY - 1) {
        frame.put(glyphs.vertical, x: box.x, y: y, role: .faint)
        frame.put(glyphs.vertical, x: box.endX - 1, y: y, role: .faint)
    }
    let shown = Cut.end(" " + title + " ", to: max(0, box.width - 4), ellipsis: model.glyphs.ellipsis)
    frame.put(shown, x: box.x + 2, y: box.y, role: .title)
    return Rect(x: box.x + 2, y: box.y + 1, width: box.width - 4, height: box.height - 2)
}
