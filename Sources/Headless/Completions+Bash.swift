extension Completions {
    static var bash: String {
        """
        # Completion of haul for bash; printed by `haul completions bash`.
        # What only the agent knows: a word and its description a line. Others chose these words, so nothing here may expand them.
        _haul_candidates() {
            local line word
            compopt -o nosort 2>/dev/null
            while IFS= read -r line; do
                printf -v word %q "${line%%$'\\t'*}"
                [[ $word == "$current"* ]] && COMPREPLY+=("$word")
            done < <("$program" completions "$1" 2>/dev/null)
        }
        _haul() {
            local program=${1-haul}
            program=${program/#\\~\\//$HOME/}
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
            else
                case ${COMP_WORDS[1]} in
        \(operandCases.joined(separator: "\n"))
                esac
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

    /// What follows the commands that are about tasks or sessions.
    private static var operandCases: [String] {
        CommandWord.allCases.compactMap { word in
            guard let candidates = word.candidates else { return nil }
            let ending = "mapfile -t -O ${#COMPREPLY[@]} COMPREPLY < <(compgen -W '\(word.endings.joined(separator: " "))' -- \"$current\")"
            let more = word.endings.isEmpty ? "" : "; ((COMP_CWORD > 2)) && \(ending)"
            return "            \(word.rawValue)) _haul_candidates \(candidates.rawValue)\(more) ;;"
        }
    }

    private static var valueCases: [String] {
        let options = OptionTable.all.compactMap { option -> String? in
            let pattern = spellings(of: option).joined(separator: "|")
            return switch option.argument {
            case .none: nil
            // The stores of batch runs have names of their own.
            case .text where option.key == .session: bashCase(pattern, "[[ ${COMP_WORDS[1]} == -* ]] || _haul_candidates sessions")
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
