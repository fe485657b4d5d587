import Screen

extension String {
    /// A word of a command as a message shows it: harmless, short, in quotation marks.
    var quoted: String {
        "'" + Cut.middle(Sanitizer.visible(self), to: 80, ellipsis: "…") + "'"
    }
}
