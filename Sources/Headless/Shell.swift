/// The shells that completions are made for.
public enum Shell: String, Sendable, Hashable, CaseIterable {
    case bash, zsh, fish
}
