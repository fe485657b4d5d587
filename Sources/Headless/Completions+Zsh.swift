extension Completions {
    static var zsh: String {
        """
        #compdef haul
        # Completion of haul for zsh; printed by `haul completions zsh`.
        _haul() {
            local -a commands
            commands=(
        \(CommandWord.allCases.map { "        " + quoted("\($0.rawValue):\($0.help)") }.joined(separator: "\n"))
            )
            local context state line
            typeset -A opt_args
            _arguments -s -S \\
        \(OptionTable.all.map { "        " + zshOption($0) + " \\" }.joined(separator: "\n"))
                '1: :->first' \\
                '*: :->rest'
            case $state in
                first) _describe 'command' commands ;;
                rest)
                    case $words[2] in
        \(zshChoices.joined(separator: "\n"))
                        *) _urls ;;
                    esac
                    ;;
            esac
        }
        _haul "$@"

        """
    }

    private static var zshChoices: [String] {
        CommandWord.allCases.filter { !$0.choices.isEmpty }.map { word in
            "                \(word.rawValue)) compadd -- \(word.choices.joined(separator: " ")) ;;"
        }
    }

    /// One specification of `_arguments`: what excludes it, its spellings, its help and what completes its value.
    private static func zshOption(_ option: CommandOption) -> String {
        let isRepeatable = option.key == .header || option.key == .quiet
        let exclusion = isRepeatable ? "*" : "(" + spellings(of: option).joined(separator: " ") + ")"
        let hasValue = option.argument != .none
        let forms = (option.short.map { ["-\($0)" + (hasValue ? "+" : "")] } ?? []) + ["--\(option.long)" + (hasValue ? "=" : "")]
        let spelled = forms.count == 1 ? forms.joined() : "{" + forms.joined(separator: ",") + "}"
        return quoted(exclusion) + spelled + quoted("[\(zshEscaped(option.help))]" + zshValue(option.argument))
    }

    private static func zshValue(_ argument: CommandOption.Argument) -> String {
        switch argument {
        case .none: ""
        case .text(let name): ":\(zshEscaped(name)): "
        case .file(let name): ":\(name):_files"
        case .directory(let name): ":\(name):_files -/"
        case .choice(let words): ":word:(\(words.joined(separator: " ")))"
        }
    }

    private static func zshEscaped(_ text: String) -> String {
        text.reduce(into: "") { escaped, character in
            if "[]:\\".contains(character) { escaped += "\\" }
            escaped.append(character)
        }
    }
}
