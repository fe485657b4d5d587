/// Completions for shells, made from the tables.
public enum Completions {
    public static func text(for shell: Shell) -> String {
        switch shell {
        case .bash: bash
        case .zsh: zsh
        case .fish: fish
        }
    }

    /// A text between single quotes of a POSIX shell.
    static func quoted(_ text: String) -> String {
        "'" + text.replacing("'", with: #"'\''"#) + "'"
    }

    /// The spellings of an option: `-d`, `--directory`.
    static func spellings(of option: CommandOption) -> [String] {
        (option.short.map { ["-\($0)"] } ?? []) + ["--\(option.long)"]
    }
}
