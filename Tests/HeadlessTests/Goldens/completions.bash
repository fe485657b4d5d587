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
        -d|--directory) compopt -o filenames; mapfile -t COMPREPLY < <(compgen -d -- "$current"); return ;;
        -i|--input-file) compopt -o filenames; mapfile -t COMPREPLY < <(compgen -f -- "$current"); return ;;
        -j|--max-concurrent-downloads) return ;;
        -x|--max-connections) return ;;
        --max-connections-per-host) return ;;
        -o|--out) return ;;
        --checksum) return ;;
        --disk-full) mapfile -t COMPREPLY < <(compgen -W 'wait fail' -- "$current"); return ;;
        -H|--header) return ;;
        -u|--user) return ;;
        --load-cookies) compopt -o filenames; mapfile -t COMPREPLY < <(compgen -f -- "$current"); return ;;
        --method) return ;;
        --data) return ;;
        --user-agent) return ;;
        --referer) return ;;
        --proxy) return ;;
        --cacert) compopt -o filenames; mapfile -t COMPREPLY < <(compgen -f -- "$current"); return ;;
        --limit-rate) return ;;
        --lowest-speed) return ;;
        --retries) return ;;
        --connect-timeout) return ;;
        --timeout) return ;;
        --session) return ;;
        --progress) mapfile -t COMPREPLY < <(compgen -W 'auto bar plain none' -- "$current"); return ;;
        --interval) return ;;
        --config) compopt -o filenames; mapfile -t COMPREPLY < <(compgen -f -- "$current"); return ;;
        config) mapfile -t COMPREPLY < <(compgen -W 'check show path keys' -- "$current"); return ;;
        completions) mapfile -t COMPREPLY < <(compgen -W 'bash zsh fish' -- "$current"); return ;;
        help) mapfile -t COMPREPLY < <(compgen -W 'overview batch config completions exit-status' -- "$current"); return ;;
    esac
    if [[ $current == -* ]]; then
        mapfile -t COMPREPLY < <(compgen -W '--batch --foreground -d --directory -i --input-file -j --max-concurrent-downloads -x --max-connections --max-connections-per-host -o --out --checksum --require-resume --disk-full -H --header -u --user --netrc --load-cookies --method --data --user-agent --referer --proxy --cacert --insecure --limit-rate --lowest-speed --retries --connect-timeout --timeout --wait-network --session --ephemeral --background --detach --json --progress --interval -q --quiet --no-color --ascii --config -h --help -V --version' -- "$current")
    elif ((COMP_CWORD == 1)); then
        mapfile -t COMPREPLY < <(compgen -W 'config completions man help' -- "$current")
    fi
}
complete -F _haul haul
