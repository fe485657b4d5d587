# Completion of haul for bash; printed by `haul completions bash`.
# What only the agent knows: a word and its description a line. Others chose these words, so nothing here may expand them.
_haul_candidates() {
    local line word
    compopt -o nosort 2>/dev/null
    while IFS= read -r line; do
        printf -v word %q "${line%%$'\t'*}"
        [[ $word == "$current"* ]] && COMPREPLY+=("$word")
    done < <("$program" completions "$1" 2>/dev/null)
}
_haul() {
    local program=${1-haul}
    program=${program/#\~\//$HOME/}
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
        --on-finish) return ;;
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
        --session) [[ ${COMP_WORDS[1]} == -* ]] || _haul_candidates sessions; return ;;
        --priority) mapfile -t COMPREPLY < <(compgen -W 'low normal high' -- "$current"); return ;;
        --at) return ;;
        --group) return ;;
        --alternative) mapfile -t COMPREPLY < <(compgen -W 'on off' -- "$current"); return ;;
        --url) return ;;
        --probe) return ;;
        --progress) mapfile -t COMPREPLY < <(compgen -W 'auto bar plain none' -- "$current"); return ;;
        --interval) return ;;
        --config) compopt -o filenames; mapfile -t COMPREPLY < <(compgen -f -- "$current"); return ;;
        when-done) mapfile -t COMPREPLY < <(compgen -W 'suspend poweroff off' -- "$current"); return ;;
        files) mapfile -t COMPREPLY < <(compgen -W 'verify' -- "$current"); return ;;
        agent) mapfile -t COMPREPLY < <(compgen -W 'start stop status log enable disable run' -- "$current"); return ;;
        config) mapfile -t COMPREPLY < <(compgen -W 'check show path keys' -- "$current"); return ;;
        completions) mapfile -t COMPREPLY < <(compgen -W 'bash zsh fish tasks all-tasks sessions' -- "$current"); return ;;
        help) mapfile -t COMPREPLY < <(compgen -W 'overview batch exit-status add list show pause resume start-now cancel retry remove priority move limit edit auth wait watch when-done files sessions agent doctor demo config completions' -- "$current"); return ;;
    esac
    if [[ $current == -* ]]; then
        local options='--batch --foreground -d --directory -i --input-file -j --max-concurrent-downloads -x --max-connections --max-connections-per-host -o --out --checksum --require-resume --disk-full --on-finish -H --header -u --user --netrc --load-cookies --method --data --user-agent --referer --proxy --cacert --insecure --limit-rate --lowest-speed --retries --connect-timeout --timeout --wait-network --discretionary --no-metered --no-cellular --no-constrained --session --ephemeral --background --detach --all --priority --at --paused --group --alternative -y --yes --url --probe --json --progress --interval -q --quiet --no-color --ascii --config -h --help -V --version'
        ((COMP_CWORD > 1)) && case ${COMP_WORDS[1]} in
            add) options='-d --directory -i --input-file -x --max-connections -o --out --checksum --require-resume --disk-full --on-finish -H --header -u --user --netrc --load-cookies --method --data --user-agent --referer --proxy --cacert --insecure --limit-rate --lowest-speed --retries --connect-timeout --timeout --wait-network --discretionary --no-metered --no-cellular --no-constrained --priority --at --paused --group --json --config -h --help' ;;
            list) options='--session --all --json --ascii --config -h --help' ;;
            show) options='--json --ascii --config -h --help' ;;
            pause) options='--session --all --config -h --help' ;;
            resume) options='--session --all --config -h --help' ;;
            start-now) options='--session --all --config -h --help' ;;
            cancel) options='--session --all --config -h --help' ;;
            retry) options='--session --all --config -h --help' ;;
            remove) options='--session --all --config -h --help' ;;
            priority) options='--config -h --help' ;;
            move) options='--config -h --help' ;;
            limit) options='--alternative --config -h --help' ;;
            edit) options='-o --out --checksum -H --header --url --config -h --help' ;;
            auth) options='-u --user --config -h --help' ;;
            wait) options='--session --json --config -h --help' ;;
            watch) options='--session --json --ascii --config -h --help' ;;
            when-done) options='-y --yes --config -h --help' ;;
            files) options='-d --directory --json --ascii --config -h --help' ;;
            sessions) options='--json --ascii --config -h --help' ;;
            agent) options='--json --ascii --config -h --help' ;;
            doctor) options='--probe --json --ascii --config -h --help' ;;
            demo) options='--ascii --config -h --help' ;;
            config) options='--config -h --help' ;;
            completions) options='-h --help' ;;
            man) options='-h --help' ;;
            help) options='-h --help' ;;
        esac
        mapfile -t COMPREPLY < <(compgen -W "$options" -- "$current")
    elif ((COMP_CWORD == 1)); then
        mapfile -t COMPREPLY < <(compgen -W 'add list show pause resume start-now cancel retry remove priority move limit edit auth wait watch when-done files sessions agent doctor demo config completions man help' -- "$current")
    else
        case ${COMP_WORDS[1]} in
            show) _haul_candidates all-tasks ;;
            pause) _haul_candidates tasks ;;
            resume) _haul_candidates tasks ;;
            start-now) _haul_candidates tasks ;;
            cancel) _haul_candidates tasks ;;
            retry) _haul_candidates all-tasks ;;
            remove) _haul_candidates all-tasks ;;
            priority) _haul_candidates tasks; ((COMP_CWORD > 2)) && mapfile -t -O ${#COMPREPLY[@]} COMPREPLY < <(compgen -W 'low normal high' -- "$current") ;;
            move) _haul_candidates tasks; ((COMP_CWORD > 2)) && mapfile -t -O ${#COMPREPLY[@]} COMPREPLY < <(compgen -W 'up down top bottom' -- "$current") ;;
            limit) _haul_candidates tasks; ((COMP_CWORD > 2)) && mapfile -t -O ${#COMPREPLY[@]} COMPREPLY < <(compgen -W 'off' -- "$current") ;;
            edit) _haul_candidates all-tasks ;;
            auth) _haul_candidates tasks ;;
            wait) _haul_candidates tasks ;;
            doctor) _haul_candidates sessions ;;
        esac
    fi
}
complete -F _haul haul
