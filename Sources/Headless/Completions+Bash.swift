extension Completions {
    static var bash: String {
        """
        # Completion of haul for bash; printed by `haul completions bash`.
        _haul() {
            local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]}
            # Bash takes --option=value apart at the sign.
            if [[ $current == '=' ]]; then
                current=''
            elif [[ $previous == '=' && COMP_CWORD -ge 2 ]]; then
                previous=${COMP_WORDS[COMP_CWORD-2]}
            fi
            COMPREPLY=()
            case $previous in
        \(valueCases.joined(separator: "\n"))
            esac
            if [[ $current == -* ]]; then
                local options='\(spelled(OptionTable.all))'
                ((COMP_CWORD > 1)) && case ${COMP_WORDS[1]} in
        \(optionCases.joined(separator: "\n"))
                esac
                mapfile -t COMPREPLY < <(compgen -W "$options" -- "$current")
            elif ((COMP_CWORD == 1)); then
                mapfile -t COMPREPLY < <(compgen -W '\(CommandWord.allCases.map(\.rawValue).joined(separator: " "))' -- "$current")
            fi
        }
        complete -F _haul haul

        """
    }

    private static func spelled(_ options: [CommandOption]) -> String {
        options.flatMap(spellings).joined(separator: " ")
    }

    /// What each command takes.
    private static var optionCases: [String] {
        CommandWord.allCases.map { "            \($0.rawValue)) options='\(spelled($0.options))' ;;" }
    }

    private static var valueCases: [String] {
        let options = OptionTable.all.compactMap { option -> String? in
            let pattern = spellings(of: option).joined(separator: "|")
            return switch option.argument {
            case .none: nil
            case .text: bashCase(pattern, nil)
            case .file: bashCase(pattern, "compopt -o filenames; mapfile -t COMPREPLY < <(compgen -f -- \"$current\")")
            case .directory: bashCase(pattern, "compopt -o filenames; mapfile -t COMPREPLY < <(compgen -d -- \"$current\")")
            case .choice(let words): bashCase(pattern, words: words)
            }
        }
        let commands = CommandWord.allCases.filter { !$0.choices.isEmpty }.map { bashCase($0.rawValue, words: $0.choices) }
        return options + commands
    }

    private static func bashCase(_ pattern: String, words: [String]) -> String {
        bashCase(pattern, "mapfile -t COMPREPLY < <(compgen -W '\(words.joined(separator: " "))' -- \"$current\")")
    }

    private static func bashCase(_ pattern: String, _ action: String?) -> String {
        "        \(pattern)) " + (action.map { "\($0); return ;;" } ?? "return ;;")
    }
}
