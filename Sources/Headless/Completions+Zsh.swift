extension Completions {
    static var zsh: String {
        """
        #compdef haul
        # Completion of haul for zsh; printed by `haul completions zsh`.
        # What only the agent knows: a word and its description a line, with a tab between.
        _haul_candidates() {
            local -a candidates
            local line word
            for line in ${(f)"$(_call_program $1 $words[1] completions $1 2>/dev/null)"}; do
                word=${line%%$'\\t'*}
                word=${word//\\\\/\\\\\\\\}
                candidates+=("${word//:/\\:}:${line#*$'\\t'}")
            done
            _describe -V -t $1 ${${1#all-}%s} candidates
        }
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
        \((zshChoices + zshOperands).joined(separator: "\n"))
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

    private static var zshOperands: [String] {
        CommandWord.allCases.compactMap { word in
            guard let candidates = word.candidates else { return nil }
            let endings = word.endings.isEmpty ? "" : "; ((CURRENT > 3)) && compadd -- \(word.endings.joined(separator: " "))"
            return "                \(word.rawValue)) _haul_candidates \(candidates.rawValue)\(endings) ;;"
        }
    }

    /// One specification of `_arguments`: what excludes it, its spellings, its help and what completes its value.
    private static func zshOption(_ option: CommandOption) -> String {
        let isRepeatable = option.key == .header || option.key == .quiet
        let exclusion = isRepeatable ? "*" : "(" + spellings(of: option).joined(separator: " ") + ")"
        let hasValue = option.argument != .none
        let forms = (option.short.map { ["-\($0)" + (hasValue ? "+" : "")] } ?? []) + ["--\(option.long)" + (hasValue ? "=" : "")]
        let spelled = forms.count == 1 ? forms.joined() : "{" + forms.joined(separator: ",") + "}"
        return quoted(exclusion) + spelled + quoted("[\(zshEscaped(option.help))]" + zshValue(option))
    }

    private static func zshValue(_ option: CommandOption) -> String {
        switch option.argument {
        case .none: ""
        // The stores of batch runs have names of their own.
        case .text(let name) where option.key == .session:
            ":\(name):{[[ $words[2] == -* ]] || _haul_candidates \(Candidates.sessions.rawValue)}"
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
