#compdef haul
# Completion of haul for zsh; printed by `haul completions zsh`.
# What only the agent knows: a word and its description a line, with a tab between.
_haul_candidates() {
    local -a candidates
    local line word
    for line in ${(f)"$(_call_program $1 $words[1] completions $1 2>/dev/null)"}; do
        word=${line%%$'\t'*}
        word=${word//\\/\\\\}
        candidates+=("${word//:/\:}:${line#*$'\t'}")
    done
    _describe -V -t $1 ${${1#all-}%s} candidates
}
_haul() {
    local -a commands
    commands=(
        'add:queue downloads in the agent and return; prints their ids'
        'list:list the tasks that have not ended, with --all the others too'
        'show:show all that is known of a task'
        'pause:stop tasks and keep their data until they are resumed'
        'resume:let paused tasks go on'
        'start-now:run waiting tasks at once, before all others'
        'cancel:end tasks'
        'retry:try tasks again that failed or were cancelled'
        'remove:take tasks off the list; published files stay'
        'priority:say which tasks go first'
        'move:move a task within the queue'
        'limit:limit the speed of all tasks together, or of these'
        'edit:change what a task asks for'
        'auth:give a task that waits for it a name and a password'
        'wait:wait until tasks have ended'
        'watch:print events as they come'
        'when-done:suspend the machine or switch it off when all downloads are done'
        'files:list the files of the documents directory, or check them'
        'sessions:list sessions: who holds them, what waits, what they launch, what they keep on disk'
        'agent:start, stop or look at the agent'
        'doctor:check everything in a fixed order and say what to do'
        'demo:try the dashboard on simulated downloads'
        'config:check the configuration file, or show its values, its place or all keys'
        'completions:print completions for a shell'
        'man:print the manual page'
        'help:show help on a command'
    )
    local context state line
    typeset -A opt_args
    _arguments -s -S \
        '(--batch)'--batch'[run the downloads to the end without the dashboard]' \
        '(--foreground)'--foreground'[run the dashboard in this process, without the agent]' \
        '(-d --directory)'{-d+,--directory=}'[documents directory]:DIR:_files -/' \
        '(-i --input-file)'{-i+,--input-file=}'[list of entries, - for standard input; gzip allowed]:FILE:_files' \
        '(-j --max-concurrent-downloads)'{-j+,--max-concurrent-downloads=}'[tasks at once]:N: ' \
        '(-x --max-connections)'{-x+,--max-connections=}'[connections per task]:N: ' \
        '(--max-connections-per-host)'--max-connections-per-host='[connections to one host over all tasks]:N: ' \
        '(-o --out)'{-o+,--out=}'[name template such as '\''{date\:%Y-%m-%d} {name}'\'', timestamp or original]:TEMPLATE: ' \
        '(--checksum)'--checksum='[digest that the file must have\: md5, sha-1, sha-256 or sha-512]:TYPE=HEX: ' \
        '(--require-resume)'--require-resume'[end with 8 rather than start a partial download over]' \
        '(--disk-full)'--disk-full='[wait for room, or end with 9]:word:(wait fail)' \
        '(--on-finish)'--on-finish='[run a program for each file that has finished\: words with quotes, no shell; HAUL_PATH and more in its environment]:COMMAND: ' \
        '*'{-H+,--header=}'[request header, repeatable; never sent to another host]:'\''K\: V'\'': ' \
        '(-u --user)'{-u+,--user=}'[credentials; a missing password is asked for on a terminal]:NAME\[\:PASSWORD\]: ' \
        '(--netrc)'--netrc'[credentials from ~/.netrc]' \
        '(--load-cookies)'--load-cookies='[cookies from a file in the Netscape format]:FILE:_files' \
        '(--method)'--method='[request method]:METHOD: ' \
        '(--data)'--data='[request body, up to 1 MiB]:TEXT: ' \
        '(--user-agent)'--user-agent='[the program'\''s name in requests]:TEXT: ' \
        '(--referer)'--referer='[the page that linked to the file]:URL: ' \
        '(--proxy)'--proxy='[proxy for every request]:URL: ' \
        '(--cacert)'--cacert='[certificate authorities to trust, in PEM form]:FILE:_files' \
        '(--insecure)'--insecure'[accept any certificate]' \
        '(--limit-rate)'--limit-rate='[bytes a second over all tasks, such as 500K or 2M (K = 1024)]:RATE: ' \
        '(--lowest-speed)'--lowest-speed='[give up a try that stays below this for --timeout]:RATE: ' \
        '(--retries)'--retries='[tries after transient failures, for each stretch without progress]:N: ' \
        '(--connect-timeout)'--connect-timeout='[longest time to connect]:SECONDS: ' \
        '(--timeout)'--timeout='[longest time without a byte]:SECONDS: ' \
        '(--wait-network)'--wait-network'[a lost network waits and spends no tries]' \
        '(--discretionary)'--discretionary'[wait for mains power, a network that is not metered, and little load]' \
        '(--no-metered)'--no-metered'[not over a network that costs by volume]' \
        '(--no-cellular)'--no-cellular'[not over a mobile network]' \
        '(--no-constrained)'--no-constrained'[not while conditions.save_data is set]' \
        '(--session)'--session='[name of the store]:NAME:{[[ $words[2] == -* ]] || _haul_candidates sessions}' \
        '(--ephemeral)'--ephemeral'[keep no state]' \
        '(--background)'--background'[hand the run to the agent and wait for it]' \
        '(--detach)'--detach'[with --background\: do not wait]' \
        '(--all)'--all'[all tasks]' \
        '(--priority)'--priority='[which tasks go first]:word:(low normal high)' \
        '(--at)'--at='[start later\: 18\:30 (9\:05 and 24\:00 too), +2h or 2026-12-24T18\:00\:00Z]:TIME: ' \
        '(--paused)'--paused'[wait for haul resume]' \
        '(--group)'--group='[share the caps of this group\: \[\[group\]\] in the configuration]:NAME: ' \
        '(--alternative)'--alternative='[switch the alternative limit on or off\: downloads.alternative_limit_rate]:word:(on off)' \
        '(-y --yes)'{-y,--yes}'[do not ask]' \
        '(--url)'--url='[the address to go on from]:URL: ' \
        '(--probe)'--probe='[ask this server for one byte and say whether it can resume]:URL: ' \
        '(--json)'--json'[JSON lines on standard output, nothing else there]' \
        '(--progress)'--progress='[how progress is shown on standard error]:word:(auto bar plain none)' \
        '(--interval)'--interval='[seconds between summary lines]:S: ' \
        '*'{-q,--quiet}'[errors only; -qq nothing]' \
        '(--no-color)'--no-color'[no colours]' \
        '(--ascii)'--ascii'[no characters outside ASCII]' \
        '(--config)'--config='[configuration file]:FILE:_files' \
        '(-h --help)'{-h,--help}'[show this text]' \
        '(-V --version)'{-V,--version}'[show the version]' \
        '1: :->first' \
        '*: :->rest'
    case $state in
        first) _describe 'command' commands ;;
        rest)
            case $words[2] in
                when-done) compadd -- suspend poweroff off ;;
                files) compadd -- verify ;;
                agent) compadd -- start stop status log enable disable run ;;
                config) compadd -- check show path keys ;;
                completions) compadd -- bash zsh fish tasks all-tasks sessions ;;
                help) compadd -- overview batch exit-status add list show pause resume start-now cancel retry remove priority move limit edit auth wait watch when-done files sessions agent doctor demo config completions ;;
                show) _haul_candidates all-tasks ;;
                pause) _haul_candidates tasks ;;
                resume) _haul_candidates tasks ;;
                start-now) _haul_candidates tasks ;;
                cancel) _haul_candidates tasks ;;
                retry) _haul_candidates all-tasks ;;
                remove) _haul_candidates all-tasks ;;
                priority) _haul_candidates tasks; ((CURRENT > 3)) && compadd -- low normal high ;;
                move) _haul_candidates tasks; ((CURRENT > 3)) && compadd -- up down top bottom ;;
                limit) _haul_candidates tasks; ((CURRENT > 3)) && compadd -- off ;;
                edit) _haul_candidates all-tasks ;;
                auth) _haul_candidates tasks ;;
                wait) _haul_candidates tasks ;;
                doctor) _haul_candidates sessions ;;
                *) _urls ;;
            esac
            ;;
    esac
}
_haul "$@"
